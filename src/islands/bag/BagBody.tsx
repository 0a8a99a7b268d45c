/** What stands in the dropdown and the drawer below their head. Fetched when the bag is opened or about to be. */

import type { ShownBag } from '#lib/bag/bag-view-model.ts';
import { bagWords } from '#lib/bag/bag-words.ts';
import { freeShipping } from '#lib/bag/free-shipping.ts';
import type { IslandShop, Words } from '#lib/bag/shop-words.ts';
import { usePart } from '../use-part.ts';
import { BagList } from './BagList.tsx';
import { BagNotices } from './BagNotices.tsx';
import { BagSummary } from './BagSummary.tsx';
import { Coupon } from './Coupon.tsx';
import { EventsPlace } from './EventsPlace.tsx';
import { FreeShipping } from './FreeShipping.tsx';
import { useLast } from './use-bag.ts';

const loadEmpty = () => import('./EmptyBag.tsx');
const loadGoesWith = () => import('./GoesWith.tsx');

interface Props {
  shown: ShownBag;
  /** There is room beside the lines. */
  isDrawer: boolean;
  shop: IslandShop;
  words: Words;
}

export function BagBody({ shown, isDrawer, shop, words }: Props) {
  const own = bagWords(words, shop.texts);
  const isEmpty = shown.lines.length === 0;
  const empty = usePart(loadEmpty, isEmpty ? 'empty' : '');
  // Nobody waits for it: where it does not come nothing is offered.
  const goesWith = usePart(loadGoesWith, isDrawer && !isEmpty ? 'with' : '');
  const missing = freeShipping(shop.bag.freeShippingThreshold, useLast(shown.total) ?? 0)?.missing ?? 0;
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
            <BagList shown={shown} selection={shop.bag.bagSelection} words={own} />
            <Coupon shown={shown} words={own} />
            {goesWith.module && <goesWith.module.GoesWith shown={shown} missing={missing} words={own} />}
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
