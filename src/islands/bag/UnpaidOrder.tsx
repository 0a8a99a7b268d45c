import { useEffect, useState } from 'react';
import { api } from '#client/api/api.ts';
import { dropReminder } from '#client/checkout/order-trace.ts';
import { localPath } from '#client/language/local-path.ts';
import type { BagWords } from '#lib/bag/bag-texts.ts';
import { unpaidOrderTexts } from '#lib/messages/unpaid-order.ts';
import { Notice } from './Notice.tsx';

interface Props {
  /** The last order placed on this device. */
  orderNo: string;
  words: BagWords;
}

/** Offers to pay an unpaid order; loaded for shoppers who have placed one. */
export function UnpaidOrder({ orderNo, words }: Props) {
  const [payAt, setPayAt] = useState('');
  useEffect(() => {
    const gone = new AbortController();
    const call = { query: { order_no: orderNo } };
    void api('GET /api/v1/order/lookup', call, { jumpLogin: false, signal: gone.signal }).then((answer) => {
      if (gone.signal.aborted || answer.code !== 0) return;
      if (answer.data) setPayAt(answer.data.web_url);
      // Paid, cancelled, or placed in a login that has ended: other users of this device must not see it (REMIND-05).
      else dropReminder(orderNo);
    });
    return () => gone.abort();
  }, [orderNo]);
  if (payAt === '') return null;
  const text = words.of(unpaidOrderTexts);
  return (
    <Notice message={text('unpaidOrder')}>
      {text('unpaidOrder')} <a href={localPath(payAt)}>{text('unpaidOrderPay')}</a>
    </Notice>
  );
}
