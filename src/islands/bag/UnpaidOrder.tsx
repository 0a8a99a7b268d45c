import { useEffect, useState } from 'react';
import { api } from '#client/api/api.ts';
import { dropReminder } from '#client/checkout/order-trace.ts';
import { localPath } from '#client/language/local-path.ts';
import type { BagTexts } from '#lib/bag/bag-texts.ts';
import { unpaidOrderTexts } from '#lib/messages/unpaid-order.ts';
import { Notice } from './Notice.tsx';

interface Props {
  /** Number of the last order that was placed on this device. */
  orderNo: string;
  texts: BagTexts;
}

/** Renders a notice with a link to pay an unpaid order. Loaded only if an order was placed on this device. */
export function UnpaidOrder({ orderNo, texts }: Props) {
  const [payAt, setPayAt] = useState('');
  useEffect(() => {
    const controller = new AbortController();
    const call = { query: { order_no: orderNo } };
    void api('GET /api/v1/order/lookup', call, { jumpLogin: false, signal: controller.signal }).then(
      (answer) => {
        if (controller.signal.aborted || answer.code !== 0) return;
        if (answer.data) setPayAt(answer.data.web_url);
        // The order is paid or cancelled, or belongs to a customer who has logged out: other users of this device must not see it
        // (REMIND-05).
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
