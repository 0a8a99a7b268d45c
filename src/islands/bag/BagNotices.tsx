import { useEffect, useState } from 'react';
import { safeLocalStorage } from '#client/stores/storage.ts';
import type { BagTexts } from '#lib/bag/bag-texts.ts';
import { useLazyModule } from '../use-lazy-module.ts';
import { Notice } from './Notice.tsx';
import {
  announceAutomaticChanges,
  clearAutomaticChanges,
  useAutomaticChanges,
  useIsBagSaved,
} from './use-bag.ts';
import { popBagChangedMessage } from './use-checkout.ts';

const loadUnpaid = () => import('./UnpaidOrder.tsx');

/**
 * Renders notices about the bag: it could not be stored, lines were removed, or a checkout was rejected before the page reloaded.
 * Also offers to pay an unpaid order.
 */
export function BagNotices({ words: texts }: { words: BagTexts }) {
  const isSaved = useIsBagSaved();
  const news = useAutomaticChanges();
  const [changed, setChanged] = useState('');
  useEffect(() => setChanged((before) => before || popBagChangedMessage()), []);
  const [orderNo] = useState(() => safeLocalStorage.get('order_no') ?? '');
  // The notice about an unpaid order is optional: if its module fails to load, the bag is rendered without it.
  const unpaid = useLazyModule(loadUnpaid, orderNo).module;
  const unsaved = texts.text('bagUnsaved');
  const droppedNotice =
    news && news.removedTitles.length > 0
      ? texts.text('bagDropped', { titles: news.removedTitles.join(', ') })
      : '';
  // Automatically added gifts and coupons are visible in the bag, so they are only announced to screen readers.
  const came = news
    ? [
        news.came.length > 0 ? texts.text('giftsCame', { titles: news.came.join(', ') }) : '',
        news.coupon === '' ? '' : texts.text('codeFilled', { code: news.coupon }),
      ]
        .filter(Boolean)
        .join(' ')
    : '';
  useEffect(
    () => announceAutomaticChanges(news, droppedNotice === '' ? came : `${droppedNotice} ${came}`.trim()),
    [news, droppedNotice, came],
  );
  // Each automatic change is shown only once: closing the bag clears the changes.
  useEffect(() => clearAutomaticChanges, []);
  return (
    <>
      {unpaid && <unpaid.UnpaidOrder {...{ orderNo, texts }} />}
      {changed && <Notice message={changed}>{changed}</Notice>}
      {!isSaved && <Notice message={unsaved}>{unsaved}</Notice>}
      {droppedNotice && <Notice>{droppedNotice}</Notice>}
    </>
  );
}
