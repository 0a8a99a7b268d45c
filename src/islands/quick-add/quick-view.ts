/** Quick view: a product's page in a frame over this one (QV-01 to QV-05, R80). Fetched when somebody means it. */

import { putInBag } from '#client/adding/put-in-bag.ts';
import { announce } from '#client/announce.ts';
import { $bag, rereadBag } from '#client/bag/store.ts';
import { chosenCurrency } from '#client/currency/chosen.ts';
import { loadStylesheet } from '#client/load-stylesheet.ts';
import { readMessage } from '#client/quick-view-messages.ts';
import { wordsOf } from '#lib/bag/shop-words.ts';
import { showAdded } from '../adding/add-to-bag.ts';
import { pageShop } from './page-shop.ts';
import sheet from './quick-view.css?url';

/** So long the frame may take to say that it is there, ms. */
export const patience = 10_000;

/** So long the window waits for its style, ms. */
const styleTime = 300;

/** A page that has loaded and not said that it is ready by then never will, ms. */
const grace = 500;

/** Address of a product's page in a quick view (QV-02). @param link address of the product, with its variant */
export function frameAddress(link: string, base: string): string {
  const address = new URL(link, base);
  address.searchParams.set('p_source', 'quick');
  return address.pathname + address.search;
}

/** @param link the card's link to the product */
export function openQuickView(link: HTMLAnchorElement): void {
  if (document.querySelector('dialog.quick-view')) return;
  const shop = pageShop();
  const words = wordsOf(shop, chosenCurrency);
  const title = link.textContent?.trim() ?? '';
  const dialog = document.createElement('dialog');
  dialog.className = 'quick-view';
  dialog.setAttribute('aria-label', `${words.text('quickView')}: ${title}`);
  dialog.setAttribute('aria-busy', 'true');
  dialog.innerHTML = `<button class="icon-button quick-view-close" type="button">
<svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d="m6 6 12 12M18 6 6 18"/></svg></button>
<div class="quick-view-error" hidden><p></p><a class="button"></a></div>
<a class="quick-view-full link-row"></a>`;
  const closer = dialog.querySelector('button')!;
  closer.setAttribute('aria-label', words.text('close'));
  const box = dialog.querySelector<HTMLElement>('.quick-view-error')!;
  const [way, full] = dialog.querySelectorAll('a');
  for (const other of [way!, full!]) {
    other.href = link.href;
    other.textContent = words.text('openProduct');
  }
  const frame = document.createElement('iframe');
  frame.title = title;
  frame.src = frameAddress(link.href, location.href);
  full!.before(frame);

  const listening = new AbortController();
  const { signal } = listening;
  const fail = () => {
    if (!dialog.hasAttribute('aria-busy')) return;
    dialog.removeAttribute('aria-busy');
    frame.remove();
    full!.remove();
    box.querySelector('p')!.textContent = words.text('quickViewError');
    box.hidden = false;
    announce(words.text('quickViewError'));
  };
  const timer = setTimeout(fail, patience);
  const end = () => {
    clearTimeout(timer);
    listening.abort();
    dialog.remove();
  };
  const leave = () => (dialog.open ? dialog.close() : end());
  // A page without a product, or one that the browser made because there was none, never says that it is ready.
  frame.addEventListener('load', () => setTimeout(fail, grace));
  addEventListener(
    'message',
    (event) => {
      const message = readMessage(event, location.origin, frame.contentWindow);
      if (message?.event === 'ready') {
        dialog.removeAttribute('aria-busy');
        dialog.dataset.ready = '';
        clearTimeout(timer);
      } else if (message?.event === 'error') fail();
      else if (message?.event === 'close') leave();
      else if (message?.products) {
        const { products, addition } = message;
        // The frame's own bag goes with it: what it could not keep is added here, once.
        frame.remove();
        leave();
        void rereadBag().then(() => {
          if (!addition || putInBag(addition, link, words)) showAdded(products, $bag.get(), shop.bag, words);
        });
      }
    },
    { signal },
  );
  closer.addEventListener('click', () => dialog.close());
  dialog.addEventListener('click', ({ target }) => target === dialog && dialog.close());
  dialog.addEventListener('close', end);
  document.body.append(dialog);
  const tooLong = new Promise<void>((resolve) => setTimeout(resolve, styleTime));
  void Promise.race([loadStylesheet(sheet), tooLong]).then(() => {
    // What the frame said meanwhile may have ended it.
    if (!dialog.isConnected) return;
    dialog.showModal();
    announce(`${words.text('quickView')}: ${title}`);
  });
}
