import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { $bag, rereadBag } from '#client/bag/store.ts';
import { loadStylesheet } from '#client/loading/load-stylesheet.ts';
import { announce } from '#client/page/announce.ts';
import { getShopData } from '#client/page/page-shop.ts';
import { addFrameStylesheet } from '#client/quick-view/add-frame-stylesheet.ts';
import { parseQuickViewMessage, type QuickViewMessage } from '#client/quick-view/messages.ts';
import { chosenCurrency } from '#client/stores/currency.ts';
import { loadTexts } from '#client/stores/texts.ts';
import { createShopTexts, type ShopTexts } from '#lib/bag/shop-texts.ts';
import { putInBag } from '../adding/put-in-bag.ts';
import { showAddResult } from '../after-add/add-to-bag.ts';
import { showDialog } from '../show-dialog.tsx';
import sheet from './quick-view.css?url';

/** Time within which the iframe must report that it is ready, in ms. */
const readyTimeoutMs = 10_000;

/** Maximum time for which the dialog waits for its stylesheet before it opens, in ms. */
const styleTime = 300;

/** Time after the iframe's load event within which the page must report that it is ready, in ms. */
const grace = 500;

/** Returns the URL of a product page in a quick view (QV-02). @param link URL of the product, including its variant */
export function quickViewUrl(link: string, base: string): string {
  const address = new URL(link, base);
  address.searchParams.set('p_source', 'quick');
  return address.pathname + address.search;
}

type State = 'waiting' | 'ready' | 'lost';

const lose = (state: State): State => (state === 'waiting' ? 'lost' : state);
/** Returns the state after the iframe is ready. A failed quick view stays failed, because its iframe has been removed. */
const show = (state: State): State => (state === 'waiting' ? 'ready' : state);

interface Props {
  /** URL of the product, including its variant. */
  href: string;
  title: string;
  texts: ShopTexts;
  /** Called when the quick view closes, and before `onAdded`. */
  onEnd: () => void;
  /** Called with the products that were added in the iframe. */
  onAdded: (message: QuickViewMessage) => void;
}

/** Renders a dialog with a product page in an iframe (QV-01 to QV-05, R80). */
export function QuickView({ href, title, texts, onEnd, onAdded }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const frame = useRef<HTMLIFrameElement>(null);
  const [state, setState] = useState<State>('waiting');
  const label = `${texts.text('quickView')}: ${title}`;
  const close = () => dialog.current?.close();

  const handleMessage = useEffectEvent((event: MessageEvent) => {
    const message = parseQuickViewMessage(event, location.origin, frame.current?.contentWindow);
    if (message?.event === 'ready') addFrameStylesheet(frame.current, sheet, () => setState(show));
    else if (message?.event === 'error') setState(lose);
    else if (message?.event === 'close' || message?.products) {
      // If the iframe could not store the bag, its bag is lost when the iframe is removed, so this page adds the products, once.
      close();
      onEnd();
      if (message.products) onAdded(message);
    }
  });
  const open = useEffectEvent(() => {
    dialog.current?.showModal();
    announce(label);
  });
  const announceError = useEffectEvent(() => announce(texts.text('quickViewError')));

  useEffect(() => {
    let isOver = false;
    const timer = setTimeout(setState, readyTimeoutMs, lose);
    const tooLong = new Promise<void>((resolve) => setTimeout(resolve, styleTime));
    // A message from the iframe may have closed the quick view in the meantime.
    void Promise.race([loadStylesheet(sheet), tooLong]).then(() => isOver || open());
    addEventListener('message', handleMessage);
    return () => {
      isOver = true;
      clearTimeout(timer);
      removeEventListener('message', handleMessage);
    };
  }, []);
  useEffect(() => {
    if (state === 'lost') announceError();
  }, [state]);

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the dialog element already closes on Escape
    <dialog
      ref={dialog}
      className="quick-view"
      aria-label={label}
      aria-busy={state === 'waiting' || undefined}
      data-ready={state === 'ready' ? '' : undefined}
      onClose={onEnd}
      onClick={({ target }) => target === dialog.current && close()}
    >
      <button
        className="icon-button quick-view-close"
        type="button"
        aria-label={texts.text('close')}
        onClick={close}
      >
        <svg className="icon" viewBox="0 0 24 24" aria-hidden="true">
          <path d="m6 6 12 12M18 6 6 18" />
        </svg>
      </button>
      {state === 'lost' ? (
        <div className="quick-view-error">
          <p>{texts.text('quickViewError')}</p>
          <a className="button" href={href}>
            {texts.text('openProduct')}
          </a>
        </div>
      ) : (
        <>
          {/* A page without a product, or the browser's own error page, never reports that it is ready, hence the timeout after `load`. */}
          <iframe
            ref={frame}
            title={title}
            src={quickViewUrl(href, location.href)}
            onLoad={() => setTimeout(setState, grace, lose)}
          />
          <a className="quick-view-full link-row" href={href}>
            {texts.text('openProduct')}
          </a>
        </>
      )}
    </dialog>
  );
}

let isOpen = false;

/** Opens a quick view unless one is open. @param link the card's link to the product */
export async function openQuickView(link: HTMLAnchorElement): Promise<void> {
  if (isOpen) return;
  isOpen = true;
  await loadTexts();
  const shop = getShopData();
  const texts = createShopTexts(shop, chosenCurrency);
  showDialog((end) => (
    <QuickView
      href={link.href}
      title={link.textContent?.trim() ?? ''}
      texts={texts}
      onEnd={() => {
        isOpen = false;
        end();
      }}
      onAdded={async ({ products = [], addition }) => {
        await rereadBag();
        if (!addition || putInBag(addition, link, texts))
          showAddResult(products, $bag.get(), shop.bag, texts);
      }}
    />
  ));
}
