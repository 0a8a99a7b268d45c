import type { ReactNode } from 'react';
import { imageVariantUrl } from '#lib/media/image.ts';
import { findInitialVariant } from '#lib/pages/initial-variant.ts';
import type { ProductData } from './product-data.ts';

interface Props {
  product: ProductData;
  /** Id of the chosen variant. */
  skuId: number;
  /** Language of the merchant's texts; undefined if it is the page's language. */
  lang?: string | undefined;
  amount: ReactNode;
  /** The buy button. */
  children: ReactNode;
}

/**
 * Renders the chosen variant and its buy button in a bar at the bottom of the window, while the form's buy button is out of view.
 * client/product/page.ts shows and hides the bar. Each text has a separate element for the reason given in ProductForm.tsx.
 */
export function BuyBar({ product, skuId, lang, amount, children }: Props) {
  const { options, noOptions, title } = product;
  const { choice, picture } = findInitialVariant(product, String(skuId));
  const shown = product.pictures[picture];
  const variant = noOptions
    ? ''
    : options.map(({ values }, at) => values[choice[at] ?? -1]?.value).join(' / ');
  return (
    <>
      {shown && (
        <img src={imageVariantUrl(shown.id, 160, 'webp')} width={40} height={50} alt="" loading="lazy" />
      )}
      <p>
        <b lang={lang} dir="auto" suppressHydrationWarning>
          {title}
        </b>
        {variant && (
          <span lang={lang} dir="auto" suppressHydrationWarning>
            {variant}
          </span>
        )}
        {amount}
      </p>
      {children}
    </>
  );
}
