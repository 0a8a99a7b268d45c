import { localPath } from '#client/language/local-path.ts';
import type { Words } from '#lib/bag/shop-texts.ts';
import type { Says } from '#lib/messages/format.ts';
import type { offerTexts } from '#lib/messages/offers.ts';
import { productPath } from '#lib/pages/addresses.ts';
import { ShownPrice } from '../product/ShownPrice.tsx';
import type { Choice, SetProduct, SetRow } from './set-data.ts';

interface Props {
  /** Position in the set: its fields are named by it. */
  at: number;
  row: SetRow;
  /** What is shown where nothing can be chosen. */
  initialProduct: SetProduct;
  /** Values of the one variant that is in the set, '' for none. */
  variant: string;
  isPool: boolean;
  isLarge: boolean;
  /** What the row shows is chosen: its link leads to the variant. */
  isAwake: boolean;
  words: Words;
  own: Says<typeof offerTexts>;
}

/** A product of a set, with a list to choose from where there is a choice. The fields keep their own state. */
export function OfferRow({ at, row, initialProduct, variant, isPool, isLarge, isAwake, words, own }: Props) {
  const { choice, choices, quantity, isOptional } = row;
  const product = choice?.product ?? initialProduct;
  const path = localPath(productPath(product.seoUrl));
  const { price, picture } = { ...product, ...choice?.variant };
  const label = isPool
    ? own.text('offerPiece', { number: at + 1 })
    : own.text('offerVariant', { title: initialProduct.title });
  return (
    <li className="set-item">
      {picture && (
        <img
          src={picture}
          {...(isLarge
            ? {
                // The same form, wider: what the API names is 320 px wide.
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
          href={isAwake && choice ? `${path}?variant=${choice.variant.id}` : path}
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
          <ShownPrice price={price} was={null} words={words} />
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
            // One that is sold out meanwhile is another box: off, and it stays so.
            key={String(choice === null)}
            type="checkbox"
            name={`in-${at}`}
            defaultChecked={choice !== null}
            disabled={choice === null}
            aria-label={own.text('offerInSet', { title: initialProduct.title })}
          />
        </label>
      )}
    </li>
  );
}

/** Products as groups where there are several. */
function Options({ choices }: { choices: readonly Choice[] }) {
  const groups = [...Map.groupBy(choices, ({ product }) => product)].map(([product, own]) => ({
    product,
    options: own.map(({ variant: { id, name } }) => (
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
