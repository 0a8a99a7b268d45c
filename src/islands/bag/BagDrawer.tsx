import { useStore } from '@nanostores/react';
import { lazy, type MouseEvent, type ReactNode, Suspense, useEffect, useRef } from 'react';
import { $bagView, type BagView, closeBag, openBag } from '#lib/bag/bag-view.ts';
import { badgeText } from '#lib/bag/capacity.ts';
import { priceBag } from '#lib/bag/page-pricing.ts';
import type { IslandShop } from '#lib/bag/shop-words.ts';
import { useWords } from '../currency/use-words.ts';
import { BagLines, BagNotices, EmptyBag } from './BagContents.tsx';
import { useBag } from './use-bag.ts';

const loadSummary = () => import('./BagSummary.tsx').then(({ BagSummary }) => ({ default: BagSummary }));
/** Sums and buttons: an empty bag has none. */
const BagSummary = lazy(loadSummary);

/** So long the bag stays after a click on the overlay or the close icon (BAG-21). */
const hideDelay = 120;
/** Wider than this the icon opens the bag; narrower it leads to /cart (R13, R38). */
const wide = '(min-width: 1041px)';

interface Props {
  shop: IslandShop;
  /** The bag link of the header, as the server wrote it. */
  children?: ReactNode;
}

/** Dropdown and drawer: one dialog, opened by the bag icon and after adding. */
export default function BagDrawer({ shop, children }: Props) {
  const view = useStore($bagView, { ssr: (): BagView => 'closed' });
  const dialog = useRef<HTMLDialogElement>(null);
  const shown = useBag();
  const words = useWords(shop);

  useEffect(() => {
    if (view === 'closed') {
      dialog.current?.close();
      return;
    }
    void priceBag();
    if (!dialog.current?.open) dialog.current?.showModal();
  }, [view]);

  const isEmpty = shown.lines.length === 0;
  useEffect(() => {
    // It is there before the bag is opened. What could not be fetched is asked for again then.
    if (!isEmpty) loadSummary().catch(() => {});
  }, [isEmpty]);

  const onIcon = (event: MouseEvent) => {
    const link = (event.target as Element).closest('[data-bag-link]');
    const isModified = event.ctrlKey || event.metaKey || event.shiftKey || event.altKey || event.button !== 0;
    if (!link || isModified || shop.bag.bagIcon === 'jump' || !matchMedia(wide).matches) return;
    event.preventDefault();
    openBag(shop.bag.bagStyle);
  };
  const hide = () => setTimeout(closeBag, hideDelay);

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
        onClose={closeBag}
        onClick={(event) => event.target === dialog.current && hide()}
      >
        {view !== 'closed' && (
          <div className="bag-inner">
            <div className="bag-head">
              <h2 id="bag-title">
                {words.text('shoppingCart')} <span className="quiet">{badgeText(shown.count)}</span>
              </h2>
              <button type="button" className="icon-button" aria-label={words.text('close')} onClick={hide}>
                <svg className="icon" viewBox="0 0 24 24" aria-hidden="true">
                  <path d="M6 6l12 12M18 6L6 18" />
                </svg>
              </button>
            </div>
            <div className="bag-body">
              <BagNotices words={words} />
              {isEmpty ? <EmptyBag words={words} /> : <BagLines shown={shown} words={words} />}
            </div>
            {!isEmpty && (
              <div className="bag-foot">
                <Suspense fallback={null}>
                  <BagSummary shown={shown} shop={shop} words={words} hasBagLink />
                </Suspense>
              </div>
            )}
          </div>
        )}
      </dialog>
    </>
  );
}
