import { type FormEvent, memo, useMemo, useState } from 'react';
import { api } from '#client/api/api.ts';
import { loadStylesheet } from '#client/loading/load-stylesheet.ts';
import { announce, loadFailedMessage } from '#client/page/announce.ts';
import { loadTexts } from '#client/stores/texts.ts';
import type { WireOrder } from '#lib/contract/wire-order.ts';
import { isAccountEmail } from '#lib/forms/rules.ts';
import { defaultTexts } from '#lib/messages/default.ts';
import { createTexts } from '#lib/messages/format.ts';
import { lookupTexts } from '#lib/messages/order-lookup.ts';
import { type InitialShop, useShop } from '../currency/use-shop-texts.ts';
import type OpenedOrder from './OpenedOrder.tsx';
import type { OrderHelp } from './OrderHelp.tsx';
import sheet from './order.css?url';

const { emailBlankMsg, invalidEmailMsg, requiredMsg } = defaultTexts;
/** All texts of the order look-up form. They are passed as props, because the form may need them before the page's texts have loaded. */
export const lookupFormTexts = { ...lookupTexts, emailBlankMsg, invalidEmailMsg, requiredMsg } as const;

interface Props {
  /** Shop data that includes the texts in `lookupFormTexts`. */
  shop: InitialShop;
  help: OrderHelp;
}

interface Found {
  order: WireOrder;
  Opened: typeof OpenedOrder;
}

/** Loads the order view, its stylesheet, and the texts of the page's language. */
const loadOpened = () =>
  Promise.all([import('./OpenedOrder.tsx'), loadStylesheet(sheet), loadTexts()]).then(
    ([part]) => part.default,
  );

/** Renders the order look-up form and, once an order is found, the order's status (R45, ORD-04, ORD-19). */
export default memo(function OrderLookup({ shop: initialShop, help }: Props) {
  const { texts } = useShop(initialShop);
  const [found, setFound] = useState<Found | null>(null);
  const [problem, setProblem] = useState('');
  const [isBusy, setBusy] = useState(false);
  const formTexts = useMemo(() => createTexts(lookupFormTexts, texts), [texts]);

  function refuse(message: string) {
    setProblem(message);
    announce(message);
  }

  async function look(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const order_no = String(form.get('order_no')).trim();
    const email = String(form.get('email')).trim();
    if (order_no === '') return refuse(formTexts.text('requiredMsg', { name: formTexts.orderNumber }));
    if (email === '') return refuse(formTexts.emailBlankMsg);
    if (!isAccountEmail(email)) return refuse(formTexts.invalidEmailMsg);
    setBusy(true);
    const [answer, Opened] = await Promise.all([
      api('POST /api/v1/order/lookup', { body: { order_no, email } }),
      loadOpened()
        .catch(loadOpened)
        .catch(() => null),
    ]);
    setBusy(false);
    if (answer.code !== 0) return refuse(answer.msg);
    if (!answer.data) return refuse(formTexts.orderNotFound);
    if (!Opened) return refuse(loadFailedMessage());
    setFound({ order: answer.data, Opened });
  }

  if (found) return <found.Opened shop={initialShop} order={found.order} help={help} isLookedUp />;
  return (
    <form className="order-form" onSubmit={look} noValidate>
      <div className="field">
        <label className="label" htmlFor="order-no">
          {formTexts.orderNumber}
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
          {formTexts.orderEmail}
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
        {formTexts.orderFind}
      </button>
    </form>
  );
});
