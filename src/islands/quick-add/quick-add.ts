/** Quick add from a product card (CARD-08, CARD-10 to CARD-12). Loaded when the shopper is likely to use it. */

import { variantToBagLine } from '#client/bag/variant-line.ts';
import { fetchQuickAddProduct } from '#client/cards/fetch-quick-add-product.ts';
import { isDialogOpen } from '#client/page/display-mode.ts';
import { getShopData } from '#client/page/page-shop.ts';
import { chosenCurrency } from '#client/stores/currency.ts';
import { loadTexts } from '#client/stores/texts.ts';
import { createShopTexts } from '#lib/bag/shop-texts.ts';
import { chosenVariant, firstChoice, hasNothingToChoose } from '#lib/catalog/card-options.ts';
import type { WireProduct } from '#lib/contract/wire-product.ts';
import { addToBag, preloadAfterAdd as expectAfter } from '../after-add/add-to-bag.ts';

const loadMask = () => import('./OptionMask.tsx');

/** Preloads the data and code that adding this card's product will need. */
export function preloadQuickAdd(card: HTMLElement): void {
  fetchQuickAddProduct(productOf(card)).then((quick) => {
    // Ignore a script that fails to load: the click loads it again.
    if (quick && !wishlistVariantOf(card) && !hasNothingToChoose(quick.product)) loadMask().catch(() => {});
  });
  expectAfter(getShopData().bag);
}

/**
 * Adds the card's product to the bag, or opens the option mask if the shopper must choose a variant.
 * @param opener the quick-add link; it leads to the product page if scripts do not run, or if the product cannot be added from the
 * card
 */
export async function quickAdd(card: HTMLElement, opener: HTMLAnchorElement): Promise<void> {
  if (opener.getAttribute('aria-busy') === 'true') return;
  opener.setAttribute('aria-busy', 'true');
  const quick = await fetchQuickAddProduct(productOf(card));
  const wishlistVariantId = wishlistVariantOf(card);
  const mask =
    quick && !wishlistVariantId && !hasNothingToChoose(quick.product)
      ? await loadMask().catch(() => null)
      : null;
  await loadTexts();
  opener.removeAttribute('aria-busy');
  if (!quick || quick.listing.length === 0 || quick.product.isPreSale) return location.assign(opener.href);
  if (quick.product.customizeOptions.length > 0) return location.assign(opener.href);
  const shop = getShopData();
  const texts = createShopTexts(shop, chosenCurrency);
  const add = (variant: WireProduct['variants'][number]) => {
    const listed = quick.listing.find(({ sku_id }) => sku_id === variant.id);
    addToBag(
      { lines: [variantToBagLine(quick.product, variant, listed?.sale_price)] },
      opener,
      shop.bag,
      texts,
    );
  };
  // Another card's mask may have opened while this one was loading.
  if (mask && isDialogOpen()) return;
  if (mask) return mask.openOptionMask({ card, opener, quick, texts, onChosen: add });
  const only = wishlistVariantId
    ? quick.product.variants.find(
        ({ id }) =>
          id === wishlistVariantId && quick.listing.some(({ sku_id }) => sku_id === wishlistVariantId),
      )
    : hasNothingToChoose(quick.product) && chosenVariant(quick, firstChoice(quick.product));
  if (only) add(only);
  else location.assign(opener.href);
}

/** Returns the id of the variant that was saved to the wishlist; 0 if the card has none. */
function wishlistVariantOf(card: HTMLElement): number {
  return Number(card.dataset.variant ?? 0);
}

function productOf(card: HTMLElement): number {
  return Number(card.dataset.product);
}
