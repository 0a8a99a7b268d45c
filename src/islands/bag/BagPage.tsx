import { memo, type ReactNode, useEffect, useState } from 'react';
import { hideInBestsellers } from '#client/bag/badge.ts';
import { priceBag } from '#client/bag/page-pricing.ts';
import { loadTexts } from '#client/stores/texts.ts';
import { createBagTexts } from '#lib/bag/bag-texts.ts';
import { useShop, useShopTexts } from '../currency/use-shop-texts.ts';
import { useLazyModule } from '../use-lazy-module.ts';
import { BagEventsSlot } from './BagEventsSlot.tsx';
import { BagList } from './BagList.tsx';
import { BagNotices } from './BagNotices.tsx';
import { BagSummary } from './BagSummary.tsx';
import { useBag } from './use-bag.ts';

const loadEmpty = () => import('./EmptyBag.tsx');

interface Props {
  /** Content below the order summary or the empty bag: the shop's trust panel. */
  children?: ReactNode;
}

/**
 * Renders the bag page (BAG-03). The classes `bag-wait` and `bag-soon` hide the content below the bag while the bag's height can
 * change.
 */
export default memo(function BagPage({ children }: Props) {
  const shown = useBag();
  const shop = useShop();
  const texts = createBagTexts(useShopTexts(shop), shop.texts);
  const [isRead, setRead] = useState(false);
  const [wasPriced, setPriced] = useState(false);
  const isEmpty = isRead && shown.lines.length === 0;
  const empty = useLazyModule(loadEmpty, isEmpty ? 'empty' : '');
  // Once displayed, the priced bag stays visible, even while a failed request is retried.
  if (!shown.isUnpriced && !wasPriced) setPriced(true);
  useEffect(() => {
    void loadTexts().then(() => setRead(true));
    void priceBag();
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, for the bag stored when the page loaded
  useEffect(() => {
    for (const { line } of shown.lines) hideInBestsellers(line.id);
  }, [isRead]);
  if (!isRead || (isEmpty && !empty.module && !empty.isLost)) {
    return (
      <>
        <p className="bag-wait" aria-busy="true" />
        {children}
      </>
    );
  }
  return (
    <>
      <BagNotices words={texts} />
      {isEmpty ? (
        <>
          {empty.isLost && <p className="bag-empty-title">{texts.text('emptyBag')}</p>}
          {empty.module && <empty.module.EmptyBag words={texts} />}
          {children}
        </>
      ) : (
        <div className={wasPriced ? 'bag-page' : 'bag-page bag-soon'}>
          <div>
            <BagList shown={shown} selection={shop.bag.bagSelection} texts={texts} />
          </div>
          <aside aria-labelledby="bag-summary">
            <div className="bag-box">
              <h2 id="bag-summary">{texts.text('summary')}</h2>
              <BagSummary shown={shown} shop={shop} texts={texts} isPage />
            </div>
            <BagEventsSlot shop={shop} />
            {children}
          </aside>
        </div>
      )}
    </>
  );
});
