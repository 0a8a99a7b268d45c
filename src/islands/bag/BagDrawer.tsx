import { useStore } from '@nanostores/react';
import { type MouseEvent, memo, type ReactNode, useEffect, useRef, useState } from 'react';
import {
  $bagView,
  $shouldPrefetchBag,
  type BagView,
  closeBag,
  closeBagAfter,
  openBag,
} from '#client/bag/bag-view.ts';
import { priceBag } from '#client/bag/page-pricing.ts';
import { localPath } from '#client/language/local-path.ts';
import { loadStylesheet } from '#client/loading/load-stylesheet.ts';
import { isPlainClick } from '#client/page/is-plain-click.ts';
import { loadTexts } from '#client/stores/texts.ts';
import { badgeText } from '#lib/bag/capacity.ts';
import type { CustomTexts } from '#lib/messages/format.ts';
import { useShop, useShopTexts } from '../currency/use-shop-texts.ts';
import { useLazyModule } from '../use-lazy-module.ts';
import partsSheet from './parts.css?url';
import { useBag, useIsBagSaved } from './use-bag.ts';

/** Loads the bag's content with its stylesheet and texts: in advance if the bag has lines or is likely to open, else when it opens. */
const loadBody = () =>
  Promise.all([import('./BagBody.tsx'), loadStylesheet(partsSheet), loadTexts()]).then(([body]) => body);

/** Delay before the bag closes after a click on the overlay or the close icon, in ms (BAG-21). */
const hideDelay = 120;
/** Minimum distance of the dropdown from the top of the window while the header is scrolled out of view, in px. */
const minTop = 48;
/** On screens of at least this width the bag icon opens the bag; on narrower screens it links to /cart (R13, R38). */
const wide = '(min-width: 1041px)';

interface Props {
  /** Text overrides for the bag's header, which is rendered before the other texts have loaded. */
  texts?: CustomTexts;
  /** The server-rendered bag link in the page's header. */
  children?: ReactNode;
}

/** Renders the bag dropdown and the bag drawer as one dialog, which opens after a click on the bag icon or after adding a product. */
export default memo(function BagDrawer({ texts, children }: Props) {
  const view = useStore($bagView, { ssr: (): BagView => 'closed' });
  const isExpected = useStore($shouldPrefetchBag, { ssr: () => false });
  const dialog = useRef<HTMLDialogElement>(null);
  const shown = useBag();
  const isSaved = useIsBagSaved();
  const shop = useShop({ texts });
  const shopTexts = useShopTexts(shop);
  const isEmpty = shown.lines.length === 0;
  /**
   * True if a click on the bag icon opened the bag: the bag then shows a spinner until it is priced (BAG-18). After an addition,
   * the bag shows its lines at once.
   */
  const [isOpenedByIcon, setOpenedByIcon] = useState(false);
  const isSoon = (!isEmpty && !isBagPage()) || isExpected ? 'soon' : '';
  const body = useLazyModule(loadBody, view === 'closed' ? isSoon : view);

  useEffect(() => {
    if (view === 'closed') {
      dialog.current?.close();
      setOpenedByIcon(false);
      return;
    }
    void priceBag();
    const header = document.getElementById('header')?.getBoundingClientRect().bottom ?? 0;
    dialog.current?.style.setProperty('--bag-top', `${Math.max(minTop, Math.round(header))}px`);
    if (!dialog.current?.open) dialog.current?.showModal();
  }, [view]);

  const onIcon = (event: MouseEvent) => {
    const link = (event.target as Element).closest('[data-bag-link]');
    // A bag that the browser cannot store exists on this page only, so the icon must not leave the page.
    const leads = isSaved && (shop.bag.bagIcon === 'jump' || !matchMedia(wide).matches);
    if (!link || !isPlainClick(event) || leads) return;
    event.preventDefault();
    setOpenedByIcon(true);
    openBag(shop.bag.bagStyle);
  };
  const hide = () => closeBagAfter(hideDelay);
  const isLoading = !body.module || (isOpenedByIcon && !isEmpty && shown.isUnpriced);

  return (
    <>
      {/* biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: handles clicks on the link inside */}
      <span className="bag-icon" onClick={onIcon}>
        {children}
      </span>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the dialog element already closes on Escape */}
      <dialog
        ref={dialog}
        className={view === 'dropdown' ? 'bag bag-dropdown' : 'bag sheet'}
        aria-labelledby="bag-title"
        // `close` can fire late, when the bag is open again. `beforetoggle` fires at once, but not in all browsers, so handle both.
        onBeforeToggle={({ target, newState }) =>
          target === dialog.current && newState === 'closed' && closeBag()
        }
        onClose={() => !dialog.current?.open && closeBag()}
        onClick={(event) => event.target === dialog.current && hide()}
      >
        {view !== 'closed' && (
          <div className="bag-inner">
            <div className="bag-head">
              <h2 id="bag-title" tabIndex={-1}>
                {shopTexts.text('shoppingCart')} <span className="quiet">{badgeText(shown.count)}</span>
              </h2>
              <button
                type="button"
                className="icon-button"
                aria-label={shopTexts.text('close')}
                onClick={hide}
              >
                <svg className="icon" viewBox="0 0 24 24" aria-hidden="true">
                  <path d="M6 6l12 12M18 6L6 18" />
                </svg>
              </button>
            </div>
            {isLoading || !body.module ? (
              <div className="bag-wait" aria-busy={!body.isLost}>
                {body.isLost && <a href={localPath('/cart')}>{shopTexts.text('viewBag')}</a>}
              </div>
            ) : (
              <body.module.BagBody isDrawer={view === 'drawer'} {...{ shown, shop, texts: shopTexts }} />
            )}
          </div>
        )}
      </dialog>
    </>
  );
});

/** Returns whether the current page is the bag page, which renders the bag itself. */
function isBagPage(): boolean {
  return typeof document !== 'undefined' && document.documentElement.dataset.page === 'cart';
}
