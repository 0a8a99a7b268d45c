import { useEffect, useState } from 'react';
import { bagWords } from '#lib/bag/bag-words.ts';
import { priceBag } from '#lib/bag/page-pricing.ts';
import type { IslandShop } from '#lib/bag/shop-words.ts';
import { useWords } from '../currency/use-words.ts';
import { BagList } from './BagList.tsx';
import { BagNotices } from './BagNotices.tsx';
import { BagSummary } from './BagSummary.tsx';
import { useBag } from './use-bag.ts';
import { usePart } from './use-part.ts';

const loadEmpty = () => import('./EmptyBag.tsx');

/** The bag page (BAG-03). */
export default function BagPage({ shop }: { shop: IslandShop }) {
  const shown = useBag();
  const words = bagWords(useWords(shop), shop.texts);
  const [isRead, setRead] = useState(false);
  const isEmpty = isRead && shown.lines.length === 0;
  const empty = usePart(loadEmpty, isEmpty ? 'empty' : '');
  useEffect(() => {
    setRead(true);
    void priceBag();
  }, []);
  if (!isRead) return <p className="bag-wait" aria-busy="true" />;
  return (
    <>
      <BagNotices words={words} />
      {isEmpty ? (
        <>
          {empty.isLost && <p className="bag-empty-title">{words.text('emptyBag')}</p>}
          {empty.module && <empty.module.EmptyBag words={words} />}
        </>
      ) : (
        <div className="bag-page">
          <div>
            <BagList shown={shown} words={words} />
          </div>
          <aside aria-label={words.text('summary')}>
            <BagSummary shown={shown} shop={shop} words={words} isPage />
          </aside>
        </div>
      )}
    </>
  );
}
