import { type FormEvent, useMemo, useRef, useState } from 'react';
import { announce } from '#client/announce.ts';
import { api } from '#client/api.ts';
import { localPath } from '#client/language/local-path.ts';
import type { WireOrder } from '#lib/contract/wire-order.ts';
import { isAccountEmail } from '#lib/forms/rules.ts';
import { wordsIn } from '#lib/messages/format.ts';
import { type DrawnShop, useShop } from '../currency/use-words.ts';
import type { OrderHelp } from './OrderHelp.tsx';
import { OrderPanel } from './OrderPanel.tsx';
import { OrderWordsContext, orderTable } from './words.ts';

interface Props {
  /** All words (words.ts): what the form says may be said before the page’s language has come. */
  shop: DrawnShop;
  /** The order whose link was opened, null to begin with the form. */
  initial: WireOrder | null;
  help: OrderHelp;
}

/** Order look-up and, once found, the order's status (R45, ORD-04, ORD-19). */
export default function OrderLookup({ shop: drawn, initial, help }: Props) {
  const { currency, texts } = useShop(drawn);
  const [order, setOrder] = useState(initial);
  const [problem, setProblem] = useState('');
  const [isBusy, setBusy] = useState(false);
  const result = useRef<HTMLDivElement>(null);
  const words = useMemo(() => wordsIn(orderTable, texts), [texts]);

  function refuse(message: string) {
    setProblem(message);
    announce(message);
  }

  async function look(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const order_no = String(form.get('order_no')).trim();
    const email = String(form.get('email')).trim();
    if (order_no === '') return refuse(words.text('requiredMsg', { name: words.orderNumber }));
    if (email === '') return refuse(words.emailBlankMsg);
    if (!isAccountEmail(email)) return refuse(words.invalidEmailMsg);
    setBusy(true);
    const answer = await api('POST /api/v1/order/lookup', { body: { order_no, email } });
    setBusy(false);
    if (answer.code !== 0) return refuse(answer.msg);
    if (!answer.data) return refuse(words.orderNotFound);
    setProblem('');
    setOrder(answer.data);
    requestAnimationFrame(() => result.current?.focus());
  }

  function another() {
    setOrder(null);
    // The link's token is of no use to the next order.
    history.replaceState(null, '', localPath('/fulfillment'));
  }

  if (order) {
    return (
      <div ref={result} tabIndex={-1} className="order-result">
        <OrderWordsContext value={words}>
          <OrderPanel order={order} currency={currency} help={help} onAnother={another} />
        </OrderWordsContext>
      </div>
    );
  }
  return (
    <form className="order-form" onSubmit={look} noValidate>
      <div className="field">
        <label className="label" htmlFor="order-no">
          {words.orderNumber}
        </label>
        <input
          className="input"
          id="order-no"
          type="text"
          name="order_no"
          autoComplete="off"
          autoCapitalize="characters"
          placeholder="K7QMD-4XHRA"
          maxLength={40}
          required
        />
      </div>
      <div className="field">
        <label className="label" htmlFor="order-email">
          {words.orderEmail}
        </label>
        <input
          className="input"
          id="order-email"
          name="email"
          type="email"
          autoComplete="email"
          maxLength={254}
          required
        />
      </div>
      <p className="field-error">{problem}</p>
      <button type="submit" className="button" aria-busy={isBusy || undefined} disabled={isBusy}>
        {words.orderFind}
      </button>
    </form>
  );
}
