import { hasMatchingVariant } from '#lib/catalog/variant-table.ts';
import type { VariantTable } from '#lib/contract/product.ts';
import { imageVariantUrl } from '#lib/media/image.ts';
import type { ProductOptionData } from './product-data.ts';

interface Props {
  option: ProductOptionData;
  /** Index of the option. */
  index: number;
  variants: VariantTable;
  /** Index of the chosen value for each option, -1 for none. */
  choice: readonly number[];
  /** Language of the merchant's texts; undefined if it is the page's language. */
  lang?: string | undefined;
}

/**
 * Renders an option of a product with its values as texts, images or colours (PDP-03). Disables a value if no variant combines it
 * with the other chosen values (PDP-02). Each text has a separate element for the reason given in ProductForm.tsx.
 */
export function OptionPicker({ option, index, variants, choice, lang }: Props) {
  const { name, values } = option;
  const first = choice[index] ?? -1;
  return (
    <fieldset className="options" lang={lang}>
      <legend dir="auto">
        <span suppressHydrationWarning>{`${name}: `}</span>
        <b suppressHydrationWarning>{values[first]?.value}</b>
      </legend>
      <div className="option-row">
        {values.map(({ value, color, picture }, at) => {
          const isOnSale = hasMatchingVariant(variants, choice, index, at, true);
          const isThere = isOnSale || hasMatchingVariant(variants, choice, index, at);
          const classes = `option${picture ? ' option-picture' : ''}${isThere && !isOnSale ? ' option-sold-out' : ''}`;
          return (
            <label className={classes} key={value}>
              <input
                type="radio"
                name={`option-${index}`}
                value={at}
                defaultChecked={at === first}
                disabled={!isThere}
                aria-label={picture && value}
              />
              {color ? (
                <span>
                  <svg className="dot" viewBox="0 0 16 16" aria-hidden="true">
                    <circle cx="8" cy="8" r="7.5" fill={color} />
                  </svg>
                  <span dir="auto" suppressHydrationWarning>
                    {value}
                  </span>
                </span>
              ) : (
                <span dir="auto" suppressHydrationWarning>
                  {picture ? (
                    <img src={imageVariantUrl(picture, 160, 'webp')} width={40} height={48} alt={value} />
                  ) : (
                    value
                  )}
                </span>
              )}
            </label>
          );
        })}
      </div>
    </fieldset>
  );
}
