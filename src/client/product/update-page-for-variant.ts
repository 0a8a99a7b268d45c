/** Updates what depends on the chosen variant outside the form: URL, picture, item number, sets. */
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
  // Hydrates the offer sets, which start with the chosen variant.
  dispatchEvent(new Event('hydrate:variant'));
}

/** Shows the later arrival of a customised item (components/ArrivalLine.astro). */
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
    // A merchant's own data block may come first: the number is left out, the form still works.
    return '';
  }
}
