import { useEffect, useState } from 'react';
import { priceBag } from '#lib/bag/page-pricing.ts';
import type { IslandShop } from '#lib/bag/shop-words.ts';
import { useWords } from '../currency/use-words.ts';
import { BagLines, BagNotices, EmptyBag } from './BagContents.tsx';
import { BagSummary } from './BagSummary.tsx';
import { useBag } from './use-bag.ts';

/** The bag page (BAG-03). */
export default function BagPage({ shop }: { shop: IslandShop }) {
  const shown = useBag();
  const words = useWords(shop);
  const [isRead, setRead] = useState(false);
  useEffect(() => {
    setRead(true);
    void priceBag();
  }, []);
  if (!isRead) return <p aria-busy="true" />;
  return (
    <>
      <BagNotices words={words} />
      {shown.lines.length === 0 ? (
        <EmptyBag words={words} />
      ) : (
        <div className="bag-page">
          <BagLines shown={shown} words={words} />
          <aside aria-label={words.text('summary')}>
            <BagSummary shown={shown} shop={shop} words={words} hasBagLink={false} />
          </aside>
        </div>
      )}
    </>
  );
}
