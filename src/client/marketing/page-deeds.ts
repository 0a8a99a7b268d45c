/** What opening a page tells of (R77). */
import type { EventGoods } from '#lib/marketing/shop-event.ts';
import { tell } from './deeds.ts';

export function tellPage(): void {
  tell('PageView');
  const { page } = document.documentElement.dataset;
  if (page === 'detail') tell('ViewContent', shownProduct());
  const q = page === 'search' ? new URLSearchParams(location.search).get('q')?.trim() : '';
  if (q) tell('Search', { query: q });
}

interface Offer {
  url?: string;
  price?: number;
  lowPrice?: number;
  priceCurrency?: string;
}
interface Facts {
  offers?: Offer;
  hasVariant?: { offers?: Offer }[];
}

/** The product as the page tells search engines of it, at the price of the variant in the address. */
function shownProduct(): EventGoods {
  const id = document.querySelector<HTMLElement>('[data-product]')?.dataset.product;
  if (!id) return {};
  const contents = [{ id, quantity: 1 }];
  try {
    const text = document.querySelector('script[type="application/ld+json"]')?.textContent ?? '';
    const { offers, hasVariant = [] } = JSON.parse(text) as Facts;
    const variant = new URLSearchParams(location.search).get('variant');
    const chosen =
      hasVariant.find(({ offers }) => offers?.url?.endsWith(`variant=${variant}`)) ?? hasVariant[0];
    const offer = offers ?? chosen?.offers;
    return { value: offer?.price ?? offer?.lowPrice, currency: offer?.priceCurrency, contents };
  } catch {
    // Somebody else's data stands first: the product is told without its price.
    return { contents };
  }
}
