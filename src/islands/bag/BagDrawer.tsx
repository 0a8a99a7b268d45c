import { useStore } from '@nanostores/react';
import { type MouseEvent, memo, type ReactNode, useEffect, useRef, useState } from 'react';
import {
  $bagView,
  $isBagExpected,
  type BagView,
  closeBag,
  closeBagAfter,
  openBag,
} from '#client/bag/bag-view.ts';
import { priceBag } from '#client/bag/page-pricing.ts';
import { localPath } from '#client/language/local-path.ts';
import { loadStylesheet } from '#client/loading/load-stylesheet.ts';
import { isPlainClick } from '#client/page/is-plain-click.ts';
import { textsReady } from '#client/stores/texts.ts';
import { badgeText } from '#lib/bag/capacity.ts';
import type { OwnTexts } from '#lib/messages/format.ts';
import { useShop, useWords } from '../currency/use-shop-texts.ts';
import { usePart } from '../use-part.ts';
import partsSheet from './parts.css?url';
import { useBag, useIsSaved } from './use-bag.ts';

/** What stands in the bag comes with its style and in its language, before the bag is opened where something is in it. */
const loadBody = () =>
  Promise.all([import('./BagBody.tsx'), loadStylesheet(partsSheet), textsReady()]).then(([body]) => body);

/** So long the bag stays after a click on the overlay or the close icon (BAG-21). */
const hideDelay = 120;
/** The dropdown hangs below the header, and no higher than this where the header is scrolled away, px. */
const leastTop = 48;
/** Wider than this the icon opens the bag; narrower it leads to /cart (R13, R38). */
const wide = '(min-width: 1041px)';

interface Props {
  /** What the page's language says of the head: it is shown before all its words have come. */
  texts?: OwnTexts;
  /** The bag link of the header, as the server wrote it. */
  children?: ReactNode;
}

/** Dropdown and drawer: one dialog, opened by the bag icon and after adding. */
export default memo(function BagDrawer({ texts, children }: Props) {
  const view = useStore($bagView, { ssr: (): BagView => 'closed' });
  const isExpected = useStore($isBagExpected, { ssr: () => false });
  const dialog = useRef<HTMLDialogElement>(null);
  const shown = useBag();
  const isSaved = useIsSaved();
  const shop = useShop({ texts });
  const words = useWords(shop);
  const isEmpty = shown.lines.length === 0;
  /** Opened by the icon: what is shown then is priced (BAG-18). After an add it is shown what was added, at once. */
  const [isAsked, setAsked] = useState(false);
  const isSoon = (!isEmpty && !isBagPage()) || isExpected ? 'soon' : '';
  const body = usePart(loadBody, view === 'closed' ? isSoon : view);

  useEffect(() => {
    if (view === 'closed') {
      dialog.current?.close();
      setAsked(false);
      return;
    }
    void priceBag();
    const header = document.getElementById('header')?.getBoundingClientRect().bottom ?? 0;
    dialog.current?.style.setProperty('--bag-top', `${Math.max(leastTop, Math.round(header))}px`);
    if (!dialog.current?.open) dialog.current?.showModal();
  }, [view]);

  const onIcon = (event: MouseEvent) => {
    const link = (event.target as Element).closest('[data-bag-link]');
    // A bag that this browser does not keep is in this page alone.
    const leads = isSaved && (shop.bag.bagIcon === 'jump' || !matchMedia(wide).matches);
    if (!link || !isPlainClick(event) || leads) return;
    event.preventDefault();
    setAsked(true);
    openBag(shop.bag.bagStyle);
  };
  const hide = () => closeBagAfter(hideDelay);
  const isLoading = !body.module || (isAsked && !isEmpty && shown.isUnpriced);

  return (
    <>
      {/* biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: the link inside is what is clicked */}
      <span className="bag-icon" onClick={onIcon}>
        {children}
      </span>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes a dialog by itself */}
      <dialog
        ref={dialog}
        className={view === 'dropdown' ? 'bag bag-dropdown' : 'bag sheet'}
        aria-labelledby="bag-title"
        // The close event may come late, when the bag has been asked for again; this one comes at once where a browser has it.
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
                {words.text('shoppingCart')} <span className="quiet">{badgeText(shown.count)}</span>
              </h2>
              <button type="button" className="icon-button" aria-label={words.text('close')} onClick={hide}>
                <svg className="icon" viewBox="0 0 24 24" aria-hidden="true">
                  <path d="M6 6l12 12M18 6L6 18" />
                </svg>
              </button>
            </div>
            {isLoading || !body.module ? (
              <div className="bag-wait" aria-busy={!body.isLost}>
                {body.isLost && <a href={localPath('/cart')}>{words.text('viewBag')}</a>}
              </div>
            ) : (
              <body.module.BagBody isDrawer={view === 'drawer'} {...{ shown, shop, words }} />
            )}
          </div>
        )}
      </dialog>
    </>
  );
});

/** The bag page shows the bag itself. */
function isBagPage(): boolean {
  return typeof document !== 'undefined' && document.documentElement.dataset.page === 'cart';
}
