/** The product page's script that loads on the first interaction. Kept small; other features load when they are used. */

import { mountGallery } from '#client/carousel/gallery.ts';
import { updateDeliveryEstimate } from '#client/delivery/delivery-estimate.ts';
import { earlyTargets } from '#client/intent/click-replay.ts';
import { whenNear } from '#client/loading/when-near.ts';
import { announce, loadFailedMessage } from '#client/page/announce.ts';
import { isPlainClick } from '#client/page/is-plain-click.ts';
import { withStyle } from '#client/product/with-texts.ts';
import { isFramed } from '#client/quick-view/messages.ts';
import { reviewIds } from '#client/reviews/review-ids.ts';
import { $likedReviewIds } from '#client/stores/liked.ts';
import { $viewedProductIds, addViewedProduct } from '#client/stores/viewed.ts';

export type LoadPayPal = () => Promise<{
  mountProductPayPalButton(element: HTMLElement, form: HTMLFormElement): Promise<void>;
}>;

/** Starts the product page's features. @param loadPayPal loads the product page's PayPal button */
export function mountProductPage(loadPayPal: LoadPayPal): void {
  const product = document.querySelector<HTMLElement>('.product[data-product]');
  const reviews = document.getElementById('reviews');
  if (!product) return;
  const id = Number(product.dataset.product);
  const gallery = product.querySelector<HTMLElement>('.gallery');
  const frame = product.querySelector<HTMLElement>('.gallery-frame');
  // Hydrate the reviews if the shopper has liked one of them, so that the like is displayed.
  if (reviews && reviewIds(reviews).some((review) => $likedReviewIds.get().includes(review)))
    dispatchEvent(new Event('hydrate:reviews'));
  if (gallery) mountGallery(gallery);

  mountPayPal(loadPayPal);
  const arrival = product.querySelector<HTMLElement>('.arrival');
  // If the request fails, the delivery estimate for the home country stays.
  if (arrival) updateDeliveryEstimate(arrival).catch(() => {});

  /** Handles a click on the page. @returns whether to prevent the browser's default action */
  function act(target: Element): boolean {
    const country = target.closest('.arrival button');
    if (country) {
      void import('#client/delivery/choose-country.ts').then((part) => part.openCountryList(country));
      return true;
    }
    const slide = target.closest<HTMLElement>('.gallery-slide');
    if (!slide || !frame) return false;
    const title = frame.getAttribute('aria-label') ?? '';
    void withStyle(() => import('#client/product/gallery-viewer.ts')).then(({ openGallery }) =>
      openGallery(frame, slide, title),
    );
    return true;
  }
  const main = document.getElementById('main');
  main?.addEventListener('click', (event) => {
    if (isPlainClick(event) && act(event.target as Element)) event.preventDefault();
  });
  for (const target of main ? earlyTargets('click', main) : []) act(target);

  mountDetails(product);
  addViewedProduct(id);
  // In a quick view, the page ends after the product form.
  if (isFramed()) return;
  const foot = document.querySelector('footer');
  const hasOthers = $viewedProductIds.get().some((viewed) => viewed !== id);
  // Touch devices need no scroll buttons, so without recently viewed products there is nothing to load.
  if (!foot || !(hasOthers || matchMedia('(hover: hover)').matches)) return;
  // Load early enough that no visible content shifts.
  whenNear(
    foot,
    () =>
      void withStyle(() => import('#client/product/further-lists.ts')).then((lists) =>
        lists.defineProductListElements(),
      ),
    1200,
  );
}

/**
 * Mounts the PayPal button. If the server reserved space for the button, it is visible from the start; otherwise it appears once PayPal is
 * known to be available.
 */
function mountPayPal(load: LoadPayPal): void {
  const place = document.getElementById('paypal-detail');
  const form = document.querySelector<HTMLFormElement>('form#buy');
  if (!place || !form) return;
  if (earlyTargets('click', place).length > 0) place.dataset.pressed = '';
  // A button with reserved space loads when it comes into view, because on phones it is below the fold.
  const isReserved = place.classList.contains('paypal-kept');
  whenNear(
    isReserved ? place : form,
    () => void load().then((paypal) => paypal.mountProductPayPalButton(place, form)),
    0,
  );
}

/** Loads the further details when their collapsible section opens, or immediately if it is already open (PDP-21). */
function mountDetails(product: HTMLElement): void {
  const details = product.querySelector<HTMLElement>('further-details');
  const fold = details?.closest('details');
  if (!details || !fold) return;
  const load = () => import('#client/product/further-details.ts');
  const open = () => {
    if (!fold.open) return;
    load()
      .catch(load)
      .catch(() => {
        details.textContent = loadFailedMessage();
        announce(loadFailedMessage());
      });
  };
  fold.addEventListener('toggle', open);
  open();
}
