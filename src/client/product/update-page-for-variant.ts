/** Updates the parts of the product page outside the form that depend on the chosen variant: URL, image, SKU, product sets. */
import { jumpToImage } from '#client/carousel/gallery.ts';
import type { VariantTable } from '#lib/contract/product.ts';
import { findInitialVariant } from '#lib/pages/initial-variant.ts';

export function updatePageForVariant(product: { variants: VariantTable }, skuId: number): void {
  const { row, picture, sku } = findInitialVariant(product, String(skuId));
  document.getElementById('sku')?.replaceChildren(sku || skuInFacts(skuId));
  const address = new URL(location.href);
  address.searchParams.set('variant', String(skuId));
  history.replaceState(history.state, '', address);
  if ((product.variants.picture[row] ?? -1) >= 0) jumpToImage(picture);
  // Hydrate the product sets, in which the chosen variant is initially selected.
  dispatchEvent(new Event('hydrate:variant'));
}

/** Displays the later delivery estimate if the item is customised, else the regular one (components/ArrivalLine.astro). */
export function showCustomisedEstimate(form: HTMLFormElement, isCustomised: boolean): void {
  const customised = form.querySelector<HTMLElement>('.arrival [data-customised]');
  if (!customised) return;
  customised.hidden = !isCustomised;
  form.querySelector<HTMLElement>('.arrival [data-plain]')!.hidden = isCustomised;
}

interface Facts {
  hasVariant?: { sku?: string; offers?: { url?: string } }[];
}

/** Reads the SKU from structured data, so that the island's props need not repeat it (islands/product/product-data.ts). */
function skuInFacts(skuId: number): string {
  const text = document.querySelector('script[type="application/ld+json"]')?.textContent ?? '{}';
  try {
    const { hasVariant = [] } = JSON.parse(text) as Facts;
    return hasVariant.find(({ offers }) => offers?.url?.endsWith(`variant=${skuId}`))?.sku ?? '';
  } catch {
    // The first JSON-LD block may be a merchant's custom one: then no SKU is displayed, but the form works.
    return '';
  }
}
