/** What stands in the dropdown and the drawer below their head. Fetched when the bag is opened or about to be. */

import type { ShownBag } from '#lib/bag/bag-view-model.ts';
import { bagWords } from '#lib/bag/bag-words.ts';
import type { IslandShop, Words } from '#lib/bag/shop-words.ts';
import { BagList } from './BagList.tsx';
import { BagNotices } from './BagNotices.tsx';
import { BagSummary } from './BagSummary.tsx';
import { Coupon } from './Coupon.tsx';
import { EventsPlace } from './EventsPlace.tsx';
import { FreeShipping } from './FreeShipping.tsx';
import { usePart } from './use-part.ts';

const loadEmpty = () => import('./EmptyBag.tsx');

interface Props {
  shown: ShownBag;
  shop: IslandShop;
  words: Words;
}

export function BagBody({ shown, shop, words }: Props) {
  const own = bagWords(words, shop.texts);
  const isEmpty = shown.lines.length === 0;
  const empty = usePart(loadEmpty, isEmpty ? 'empty' : '');
  return (
    <>
      <div className="bag-body">
        <BagNotices words={own} />
        {isEmpty ? (
          <>
            {empty.isLost && <p className="bag-empty-title">{own.text('emptyBag')}</p>}
            {empty.module && <empty.module.EmptyBag words={own} />}
          </>
        ) : (
          <>
            <FreeShipping setting={shop.bag.freeShippingThreshold} shown={shown} words={own} />
            <BagList shown={shown} words={own} />
            <Coupon shown={shown} words={own} />
          </>
        )}
      </div>
      {!isEmpty && (
        <div className="bag-foot">
          <BagSummary shown={shown} shop={shop} words={own} />
          <EventsPlace shop={shop} />
        </div>
      )}
    </>
  );
}
