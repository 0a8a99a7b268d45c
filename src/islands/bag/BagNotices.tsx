import { useEffect, useState } from 'react';
import { local } from '#client/stores/storage.ts';
import type { BagTexts } from '#lib/bag/bag-texts.ts';
import { usePart } from '../use-part.ts';
import { Notice } from './Notice.tsx';
import { announceNews, forgetNews, useIsSaved, useNews } from './use-bag.ts';
import { takeChangedMessage } from './use-checkout.ts';

const loadUnpaid = () => import('./UnpaidOrder.tsx');

/**
 * Shows changes to the bag: it could not be stored, lines were dropped, a checkout was rejected before the page reloaded. Also
 * offers to pay an unpaid order.
 */
export function BagNotices({ words: texts }: { words: BagTexts }) {
  const isSaved = useIsSaved();
  const news = useNews();
  const [changed, setChanged] = useState('');
  useEffect(() => setChanged((before) => before || takeChangedMessage()), []);
  const [orderNo] = useState(() => local.get('order_no') ?? '');
  // Optional: if it fails to load, nothing is offered.
  const unpaid = usePart(loadUnpaid, orderNo).module;
  const unsaved = texts.text('bagUnsaved');
  const droppedNotice =
    news && news.removedTitles.length > 0
      ? texts.text('bagDropped', { titles: news.removedTitles.join(', ') })
      : '';
  // Gifts and coupons are visible in the bag, so they are only announced.
  const came = news
    ? [
        news.came.length > 0 ? texts.text('giftsCame', { titles: news.came.join(', ') }) : '',
        news.coupon === '' ? '' : texts.text('codeFilled', { code: news.coupon }),
      ]
        .filter(Boolean)
        .join(' ')
    : '';
  useEffect(
    () => announceNews(news, droppedNotice === '' ? came : `${droppedNotice} ${came}`.trim()),
    [news, droppedNotice, came],
  );
  // Shown once: closing the bag clears the changes.
  useEffect(() => forgetNews, []);
  return (
    <>
      {unpaid && <unpaid.UnpaidOrder {...{ orderNo, texts }} />}
      {changed && <Notice message={changed}>{changed}</Notice>}
      {!isSaved && <Notice message={unsaved}>{unsaved}</Notice>}
      {droppedNotice && <Notice>{droppedNotice}</Notice>}
    </>
  );
}
