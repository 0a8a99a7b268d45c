/** What follows the chosen variant beside the form: address, picture, item number, sets. */
import { changePicture } from '#client/carousel/gallery.ts';
import type { VariantTable } from '#lib/contract/product.ts';
import { shownVariant } from '#lib/pages/shown-variant.ts';

export function followVariant(product: { variants: VariantTable }, skuId: number): void {
  const { row, picture, sku } = shownVariant(product, String(skuId));
  document.getElementById('sku')?.replaceChildren(sku || skuInFacts(skuId));
  const address = new URL(location.href);
  address.searchParams.set('variant', String(skuId));
  history.replaceState(history.state, '', address);
  if ((product.variants.picture[row] ?? -1) >= 0) changePicture(picture);
  // A set further down begins with it.
  dispatchEvent(new Event('wake:variant'));
}

/** A piece made for the shopper arrives later (components/ArrivalLine.astro). */
export function followCustomising(form: HTMLFormElement, isCustomised: boolean): void {
  const customised = form.querySelector<HTMLElement>('.arrival [data-customised]');
  if (!customised) return;
  customised.hidden = !isCustomised;
  form.querySelector<HTMLElement>('.arrival [data-plain]')!.hidden = isCustomised;
}

interface Facts {
  hasVariant?: { sku?: string; offers?: { url?: string } }[];
}

/** What the page's structured data says already, its island is not told again (islands/product/product-data.ts). */
function skuInFacts(skuId: number): string {
  const text = document.querySelector('script[type="application/ld+json"]')?.textContent ?? '{}';
  try {
    const { hasVariant = [] } = JSON.parse(text) as Facts;
    return hasVariant.find(({ offers }) => offers?.url?.endsWith(`variant=${skuId}`))?.sku ?? '';
  } catch {
    // Somebody else's data stands first: the number is left out, the form stays.
    return '';
  }
}
