import { localPath } from '#client/language/local-path.ts';
import type { ShopTexts } from '#lib/bag/shop-texts.ts';
import type { Translator } from '#lib/messages/format.ts';
import type { offerTexts } from '#lib/messages/offers.ts';
import { productPath } from '#lib/pages/paths.ts';
import { ChosenVariantPrice } from '../product/ChosenVariantPrice.tsx';
import type { SetChoice, SetProduct, SetRow } from './set-data.ts';

interface Props {
  /** Index of the row in the set, used in field names. */
  at: number;
  row: SetRow;
  /** Product to display if no variant is available. */
  initialProduct: SetProduct;
  /** Option values of the row's only variant, '' if the shopper chooses the variant. */
  variant: string;
  isPool: boolean;
  isLarge: boolean;
  /** True after hydration: the product link then leads to the chosen variant. */
  isHydrated: boolean;
  texts: ShopTexts;
  offerLabels: Translator<typeof offerTexts>;
}

/** Renders a product of a set, with a select if there are several variants to choose from. The fields are uncontrolled. */
export function OfferRow({
  at,
  row,
  initialProduct,
  variant,
  isPool,
  isLarge,
  isHydrated,
  texts,
  offerLabels,
}: Props) {
  const { choice, choices, quantity, isOptional } = row;
  const product = choice?.product ?? initialProduct;
  const path = localPath(productPath(product.seoUrl));
  const { price, picture } = { ...product, ...choice?.variant };
  const label = isPool
    ? offerLabels.text('offerPiece', { number: at + 1 })
    : offerLabels.text('offerVariant', { title: initialProduct.title });
  return (
    <li className="set-item">
      {picture && (
        <img
          src={picture}
          {...(isLarge
            ? {
                // The API returns the URL of the 320 px image variant; the URL of the 800 px variant differs only in the width.
                srcSet: `${picture} 320w, ${picture.replace('/320.', '/800.')} 800w`,
                sizes: '(width > 720px) 33vw, 80px',
              }
            : { loading: 'lazy' as const })}
          width={96}
          height={120}
          decoding="async"
          alt=""
        />
      )}
      <div>
        <a
          className="set-title"
          dir="auto"
          href={isHydrated && choice ? `${path}?variant=${choice.variant.id}` : path}
          suppressHydrationWarning
        >
          {product.title}
        </a>
        {variant && (
          <span className="small quiet" suppressHydrationWarning>
            {variant}
          </span>
        )}
        <span className="set-price">
          <ChosenVariantPrice price={price} was={null} texts={texts} />
        </span>
        {quantity > 1 && (
          <span className="quiet" suppressHydrationWarning>
            {`× ${quantity}`}
          </span>
        )}
      </div>
      {choices.length > 1 && (
        <div className="set-choice js-only">
          <select className="select" name={`row-${at}`} defaultValue={choice?.variant.id} aria-label={label}>
            <Options choices={choices} />
          </select>
        </div>
      )}
      {isOptional && (
        <label className="set-box js-only">
          <input
            // If the product sells out while the page is open, the new key replaces the checkbox with an unticked, disabled one.
            key={String(choice === null)}
            type="checkbox"
            name={`in-${at}`}
            defaultChecked={choice !== null}
            disabled={choice === null}
            aria-label={offerLabels.text('offerInSet', { title: initialProduct.title })}
          />
        </label>
      )}
    </li>
  );
}

/** Renders the options of the select, grouped by product if there are several products. */
function Options({ choices }: { choices: readonly SetChoice[] }) {
  const groups = [...Map.groupBy(choices, ({ product }) => product)].map(([product, productChoices]) => ({
    product,
    options: productChoices.map(({ variant: { id, name } }) => (
      <option key={id} value={id} suppressHydrationWarning>
        {name ?? product.title}
      </option>
    )),
  }));
  if (groups.length === 1) return groups[0]!.options;
  return groups.map(({ product, options }) => (
    <optgroup key={product.id} label={product.title}>
      {options}
    </optgroup>
  ));
}
