import type { MouseEvent, RefObject } from 'react';
import { isPlainClick } from '#client/is-plain-click.ts';
import { chooseVariant } from '#client/product/choose-variant.ts';
import { onSaleBeside } from '#lib/catalog/on-sale-beside.ts';
import { rowOf } from '#lib/catalog/variant-table.ts';
import { pictureUrl } from '#lib/media/picture.ts';
import { type OwnTexts, wordsIn } from '#lib/messages/format.ts';
import { waitTexts } from '#lib/messages/stock.ts';
import { AskToBeTold } from './AskToBeTold.tsx';
import type { ProductData } from './product-data.ts';

/** As many variants are offered in place of the one that is gone. */
const most = 4;

export interface SoldOutProps {
  form: RefObject<HTMLFormElement | null>;
  /** As it is now. */
  product: ProductData;
  /** Id of the chosen variant. */
  skuId: number;
  texts: OwnTexts;
  /** Language of the merchant's words, where it is not the page's. */
  lang?: string | undefined;
  /** The shop tells nobody when something is back. */
  isSilent?: boolean | undefined;
}

/** In place of the buttons of a sold-out variant: being told when it is back, and what can be had at once (PDP-05, R150). */
export default function SoldOut({ form, product, skuId, texts, lang, isSilent }: SoldOutProps) {
  const words = wordsIn(waitTexts, texts);
  const { variants, options, pictures } = product;
  const others = product.noOptions ? [] : onSaleBeside(variants, rowOf(variants, skuId), most);
  const choose = (event: MouseEvent, row: number) => {
    if (!isPlainClick(event)) return;
    event.preventDefault();
    chooseVariant(form.current!, variants.choice[row]!);
  };
  return (
    <div className="sold-out no-print">
      {!isSilent && <AskToBeTold skuId={skuId} words={words} />}
      {others.length > 0 && (
        <div className="options">
          <p className="small" id="in-stock-now">
            {words.inStockNow}
          </p>
          <ul className="option-row" aria-labelledby="in-stock-now">
            {others.map((row) => {
              const picture = pictures[variants.picture[row] ?? -1];
              const name = variants.choice[row]!.map((value, at) => options[at]?.values[value]?.value);
              return (
                <li key={variants.sku_id[row]}>
                  <a
                    className="option"
                    href={`?variant=${variants.sku_id[row]}`}
                    rel="nofollow"
                    data-intent="all"
                    onClick={(event) => choose(event, row)}
                  >
                    <span lang={lang}>
                      {picture && (
                        <img src={pictureUrl(picture.id, 160, 'webp')} width={40} height={48} alt="" />
                      )}
                      {name.join(' / ')}
                    </span>
                  </a>
                </li>
              );
            })}
          </ul>
        </div>
      )}
    </div>
  );
}
