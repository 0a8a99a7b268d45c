/** Content of the bag dropdown and bag drawer, below their header. Loaded when the bag opens or is likely to open. */

import { createBagTexts } from '#lib/bag/bag-texts.ts';
import type { BagViewModel } from '#lib/bag/bag-view-model.ts';
import { getFreeShippingProgress } from '#lib/bag/free-shipping.ts';
import type { IslandShopProps, ShopTexts } from '#lib/bag/shop-texts.ts';
import { useLazyModule } from '../use-lazy-module.ts';
import { BagEventsSlot } from './BagEventsSlot.tsx';
import { BagList } from './BagList.tsx';
import { BagNotices } from './BagNotices.tsx';
import { BagSummary } from './BagSummary.tsx';
import { Coupon } from './Coupon.tsx';
import { FreeShipping } from './FreeShipping.tsx';
import { useLast } from './use-bag.ts';

const loadEmpty = () => import('./EmptyBag.tsx');
const loadGoesWith = () => import('./CompanionProducts.tsx');

interface Props {
  shown: BagViewModel;
  /** True in the drawer, which has room for recommendations; false in the dropdown. */
  isDrawer: boolean;
  shop: IslandShopProps;
  texts: ShopTexts;
}

export function BagBody({ shown, isDrawer, shop, texts }: Props) {
  const bagTexts = createBagTexts(texts, shop.texts);
  const isEmpty = shown.lines.length === 0;
  const empty = useLazyModule(loadEmpty, isEmpty ? 'empty' : '');
  // Companion products are optional: if their module fails to load, the bag is rendered without them.
  const goesWith = useLazyModule(loadGoesWith, isDrawer && !isEmpty ? 'with' : '');
  const missing =
    getFreeShippingProgress(shop.bag.freeShippingThreshold, useLast(shown.total) ?? 0)?.missing ?? 0;
  return (
    <>
      <div className="bag-body">
        <BagNotices words={bagTexts} />
        {isEmpty ? (
          <>
            {empty.isLost && <p className="bag-empty-title">{bagTexts.text('emptyBag')}</p>}
            {empty.module && <empty.module.EmptyBag words={bagTexts} />}
          </>
        ) : (
          <>
            <FreeShipping setting={shop.bag.freeShippingThreshold} shown={shown} texts={bagTexts} />
            <BagList shown={shown} selection={shop.bag.bagSelection} texts={bagTexts} />
            <Coupon shown={shown} texts={bagTexts} />
            {goesWith.module && (
              <goesWith.module.CompanionProducts shown={shown} missing={missing} texts={bagTexts} />
            )}
          </>
        )}
      </div>
      {!isEmpty && (
        <div className="bag-foot">
          <BagSummary shown={shown} shop={shop} texts={bagTexts} />
          <BagEventsSlot shop={shop} />
        </div>
      )}
    </>
  );
}
