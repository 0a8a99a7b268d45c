/** What the product page's script does once the visitor acts: small, and what it opens is fetched when it is meant. */

import { mountGallery } from '#client/carousel/gallery.ts';
import { tellArrival } from '#client/delivery/show-arrival.ts';
import { earlyTargets } from '#client/intent/click-replay.ts';
import { whenNear } from '#client/loading/when-near.ts';
import { announce, loadFailedMessage } from '#client/page/announce.ts';
import { isPlainClick } from '#client/page/is-plain-click.ts';
import { withStyle } from '#client/product/with-texts.ts';
import { isFramed } from '#client/quick-view/messages.ts';
import { reviewIds } from '#client/reviews/review-ids.ts';
import { $liked } from '#client/stores/liked.ts';
import { $viewed, rememberViewed } from '#client/stores/viewed.ts';

export type LoadPayPal = () => Promise<{
  mountDetailExpress(element: HTMLElement, form: HTMLFormElement): Promise<void>;
}>;

/** @param loadPayPal fetches what pays by PayPal's button on this page */
export function mountProductPage(loadPayPal: LoadPayPal): void {
  const product = document.querySelector<HTMLElement>('.product[data-product]');
  const reviews = document.getElementById('reviews');
  if (!product) return;
  const id = Number(product.dataset.product);
  const gallery = product.querySelector<HTMLElement>('.gallery');
  const frame = product.querySelector<HTMLElement>('.gallery-frame');
  // What was liked before is marked without being touched.
  if (reviews && reviewIds(reviews).some((review) => $liked.get().includes(review)))
    dispatchEvent(new Event('wake:reviews'));
  if (gallery) mountGallery(gallery);

  mountPayPal(loadPayPal);
  const arrival = product.querySelector<HTMLElement>('.arrival');
  // Lost, the line says what it says to the home country.
  if (arrival) tellArrival(arrival).catch(() => {});

  /** @returns whether the page itself acts, in place of the browser */
  function act(target: Element): boolean {
    const country = target.closest('.arrival button');
    if (country) {
      void import('#client/delivery/choose-country.ts').then((part) => part.chooseCountry(country));
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
  rememberViewed(id);
  // A quick view ends with the form.
  if (isFramed()) return;
  const foot = document.querySelector('footer');
  const hasOthers = $viewed.get().some((viewed) => viewed !== id);
  // Whoever has no mouse moves shelves by hand; without a list there is nothing to fetch.
  if (!foot || !(hasOthers || matchMedia('(hover: hover)').matches)) return;
  // Before a shopper is there, so that nothing moves under their eyes.
  whenNear(
    foot,
    () =>
      void withStyle(() => import('#client/product/further-lists.ts')).then((lists) => lists.defineLists()),
    1200,
  );
}

/** PayPal's button stands where it is expected; elsewhere it is shown once it is known that it can be paid with. */
function mountPayPal(load: LoadPayPal): void {
  const place = document.getElementById('paypal-detail');
  const form = document.querySelector<HTMLFormElement>('form#buy');
  if (!place || !form) return;
  if (earlyTargets('click', place).length > 0) place.dataset.pressed = '';
  // A phone shows the product first.
  const isKept = place.classList.contains('paypal-kept');
  whenNear(
    isKept ? place : form,
    () => void load().then((paypal) => paypal.mountDetailExpress(place, form)),
    0,
  );
}

/** Further content is asked for when its fold is opened, before the scripts or after (PDP-21). */
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
