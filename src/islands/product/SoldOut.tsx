import { type FormEvent, type MouseEvent, type RefObject, useRef, useState } from 'react';
import { api } from '#client/api/api.ts';
import { announce } from '#client/page/announce.ts';
import { isPlainClick } from '#client/page/is-plain-click.ts';
import { chooseVariant } from '#client/product/choose-variant.ts';
import { findSimilarVariantRows } from '#lib/catalog/similar-variant-rows.ts';
import { findRowBySkuId } from '#lib/catalog/variant-table.ts';
import { badParameter } from '#lib/contract/codes.ts';
import { isAccountEmail } from '#lib/forms/rules.ts';
import { imageVariantUrl } from '#lib/media/image.ts';
import { type CustomTexts, createTexts, type TextsOf } from '#lib/messages/format.ts';
import { backInStockFormTexts } from '#lib/messages/stock.ts';
import type { ProductData } from './product-data.ts';

/** Maximum number of variants offered instead of the sold-out variant. */
const maxAlternatives = 4;

export interface SoldOutProps {
  form: RefObject<HTMLFormElement | null>;
  /** The product with current prices and stock. */
  product: ProductData;
  /** Id of the chosen variant. */
  skuId: number;
  texts: CustomTexts;
  /** Language of the merchant's texts; undefined if it is the page's language. */
  lang?: string | undefined;
  /** True if the shop sends no back-in-stock emails. */
  isSilent?: boolean | undefined;
}

/** Renders the replacement for the buttons of a sold-out variant: a back-in-stock form, and available variants (PDP-05, R150). */
export default function SoldOut({ form, product, skuId, texts, lang, isSilent }: SoldOutProps) {
  const localeTexts = createTexts(backInStockFormTexts, texts);
  const { variants, options, pictures } = product;
  const others = product.noOptions
    ? []
    : findSimilarVariantRows(variants, findRowBySkuId(variants, skuId), maxAlternatives);
  const choose = (event: MouseEvent, row: number) => {
    if (!isPlainClick(event)) return;
    event.preventDefault();
    chooseVariant(form.current!, variants.choice[row]!);
  };
  return (
    <div className="sold-out no-print">
      {!isSilent && <BackInStockForm skuId={skuId} localeTexts={localeTexts} />}
      {others.length > 0 && (
        <div className="options">
          <p className="small" id="in-stock-now">
            {localeTexts.inStockNow}
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
                    <span lang={lang} dir="auto">
                      {picture && (
                        <img src={imageVariantUrl(picture.id, 160, 'webp')} width={40} height={48} alt="" />
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

interface Props {
  /** Id of the sold-out variant. */
  skuId: number;
  localeTexts: TextsOf<typeof backInStockFormTexts>;
}

/** Renders the form that requests a back-in-stock email. A first email asks the shopper to confirm the address. */
function BackInStockForm({ skuId, localeTexts }: Props) {
  const field = useRef<HTMLInputElement>(null);
  const [isBusy, setBusy] = useState(false);
  const [notice, setNotice] = useState({ of: 0, message: '', isDone: false });
  // The message belongs to one variant; choosing another variant resets the form.
  const { message, isDone } = notice.of === skuId ? notice : { message: '', isDone: false };

  const showNotice = (text: string, isOver: boolean) => {
    setNotice({ of: skuId, message: text, isDone: isOver });
    announce(text);
    if (!isOver) field.current?.focus();
  };
  const onSubmit = async (event: FormEvent) => {
    event.preventDefault();
    const email = field.current!.value.trim();
    if (isBusy) return;
    if (!isAccountEmail(email)) return showNotice(localeTexts.invalidEmailMsg, false);
    setBusy(true);
    const body = { variant_id: skuId, email };
    const answer = await api('POST /api/v1/storefront/back-in-stock', { body }, { jumpLogin: false });
    setBusy(false);
    if (answer.code === 0) showNotice(localeTexts.waitSent, true);
    // The email address is already validated, so this error means that the variant is back in stock.
    else showNotice(answer.code === badParameter ? localeTexts.waitOver : answer.msg, false);
  };

  if (isDone)
    return (
      <p className="wait-sent" tabIndex={-1} ref={goThere}>
        {message}
      </p>
    );
  return (
    <form className="wait" noValidate onSubmit={onSubmit}>
      <label htmlFor="wait-email">{localeTexts.waitEmail}</label>
      <input
        ref={field}
        className="input"
        id="wait-email"
        type="email"
        name="email"
        autoComplete="email"
        maxLength={254}
        aria-invalid={message !== '' || undefined}
        aria-describedby="wait-said"
      />
      <button className="button" type="submit" aria-busy={isBusy || undefined}>
        {localeTexts.waitAsk}
      </button>
      <p className={message ? 'field-error' : 'small quiet'} id="wait-said">
        {message || localeTexts.waitHint}
      </p>
    </form>
  );
}

/** Focuses the message that replaces the form, because focus was in the form. */
function goThere(element: HTMLElement | null): void {
  element?.focus({ preventScroll: true });
}
