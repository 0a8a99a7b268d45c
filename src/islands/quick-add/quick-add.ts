/** Quick add from a card (CARD-08, CARD-10 to CARD-12). Loaded when the shopper is about to add. */

import { lineOf } from '#client/bag/variant-line.ts';
import { quickProduct } from '#client/cards/quick-product.ts';
import { pageShop } from '#client/page/page-shop.ts';
import { chosenCurrency } from '#client/stores/currency.ts';
import { textsReady } from '#client/stores/texts.ts';
import { createShopTexts } from '#lib/bag/shop-texts.ts';
import { chosenVariant, firstChoice, isDirect } from '#lib/catalog/card-options.ts';
import type { WireProduct } from '#lib/contract/wire-product.ts';
import { addToBag, expectAdd as expectAfter } from '../after-add/add-to-bag.ts';

const loadMask = () => import('./OptionMask.tsx');

/** Preloads what an add from this card will need. */
export function expectAdd(card: HTMLElement): void {
  quickProduct(productOf(card)).then((quick) => {
    // The click retries a script that failed to load.
    if (quick && !wishlistVariantOf(card) && !isDirect(quick.product)) loadMask().catch(() => {});
  });
  expectAfter(pageShop().bag);
}

/**
 * Adds the card's product, or opens the mask to choose first.
 * @param frame the card's picture, which the mask covers
 * @param opener the quick-add link; it leads to the product if nothing can be added here, and without scripts
 */
export async function quickAdd(
  card: HTMLElement,
  frame: HTMLElement,
  opener: HTMLAnchorElement,
): Promise<void> {
  if (opener.getAttribute('aria-busy') === 'true') return;
  opener.setAttribute('aria-busy', 'true');
  const quick = await quickProduct(productOf(card));
  const wishlistVariantId = wishlistVariantOf(card);
  const mask =
    quick && !wishlistVariantId && !isDirect(quick.product) ? await loadMask().catch(() => null) : null;
  await textsReady();
  opener.removeAttribute('aria-busy');
  if (!quick || quick.listing.length === 0 || quick.product.isPreSale) return location.assign(opener.href);
  if (quick.product.customizeOptions.length > 0) return location.assign(opener.href);
  const shop = pageShop();
  const texts = createShopTexts(shop, chosenCurrency);
  const add = (variant: WireProduct['variants'][number]) => {
    const listed = quick.listing.find(({ sku_id }) => sku_id === variant.id);
    addToBag({ lines: [lineOf(quick.product, variant, listed?.sale_price)] }, opener, shop.bag, texts);
  };
  if (mask) return mask.openMask({ card, frame, opener, quick, texts, onChosen: add });
  const only = wishlistVariantId
    ? quick.product.variants.find(
        ({ id }) =>
          id === wishlistVariantId && quick.listing.some(({ sku_id }) => sku_id === wishlistVariantId),
      )
    : isDirect(quick.product) && chosenVariant(quick, firstChoice(quick.product));
  if (only) add(only);
  else location.assign(opener.href);
}

/** Returns the variant that was saved to the wishlist; 0 if the card has none. */
function wishlistVariantOf(card: HTMLElement): number {
  return Number(card.dataset.variant ?? 0);
}

function productOf(card: HTMLElement): number {
  return Number(card.dataset.product);
}
