import { useEffect, useState } from 'react';
import { api } from '#client/api/api.ts';
import { dropReminder } from '#client/checkout/order-trace.ts';
import { localPath } from '#client/language/local-path.ts';
import type { BagTexts } from '#lib/bag/bag-texts.ts';
import { unpaidOrderTexts } from '#lib/messages/unpaid-order.ts';
import { Notice } from './Notice.tsx';

interface Props {
  /** The last order placed on this device. */
  orderNo: string;
  texts: BagTexts;
}

/** Offers to pay an unpaid order; loaded for shoppers who have placed one. */
export function UnpaidOrder({ orderNo, texts }: Props) {
  const [payAt, setPayAt] = useState('');
  useEffect(() => {
    const controller = new AbortController();
    const call = { query: { order_no: orderNo } };
    void api('GET /api/v1/order/lookup', call, { jumpLogin: false, signal: controller.signal }).then(
      (answer) => {
        if (controller.signal.aborted || answer.code !== 0) return;
        if (answer.data) setPayAt(answer.data.web_url);
        // Paid, cancelled, or placed in a login that has ended: other users of this device must not see it (REMIND-05).
        else dropReminder(orderNo);
      },
    );
    return () => controller.abort();
  }, [orderNo]);
  if (payAt === '') return null;
  const text = texts.of(unpaidOrderTexts);
  return (
    <Notice message={text('unpaidOrder')}>
      {text('unpaidOrder')} <a href={localPath(payAt)}>{text('unpaidOrderPay')}</a>
    </Notice>
  );
}
