import { type ReactNode, useRef, useState } from 'react';
import type { WireOrder } from '#lib/contract/wire-order.ts';
import type { WireReturn } from '#lib/contract/wire-return.ts';
import { returnLabel } from '#lib/messages/order.ts';
import { formatLineText } from '#lib/orders/line-text.ts';
import { useLazyModule } from '../use-lazy-module.ts';
import { LocalDay } from './Times.tsx';
import { usePageTexts } from './texts.ts';

const loadForm = () => import('./ReturnForm.tsx');

interface Props {
  order: WireOrder;
  onRequested: (order: WireOrder) => void;
  /** Content beside the button that opens the return form. */
  children: ReactNode;
}

/** Renders the order's returns with their status, and the button that opens the return form. */
export function OrderReturns({ order, onRequested, children }: Props) {
  const texts = usePageTexts();
  const [turns, setTurns] = useState(0);
  const isOpen = turns % 2 === 1;
  const list = useRef<HTMLDivElement>(null);
  const form = useLazyModule(loadForm, isOpen ? `${turns}` : '');
  return (
    <>
      {/* Receives focus after the return form is submitted, so that screen readers read the new return next. */}
      <div className="order-returns" ref={list} tabIndex={-1}>
        {order.returns.map((one) => (
          <Return key={one.id} one={one} />
        ))}
      </div>
      <div className="order-deeds no-print">
        {children}
        {order.returnable && (
          <button
            type="button"
            className="button button-plain"
            aria-expanded={isOpen}
            onClick={() => setTurns(turns + 1)}
          >
            {texts.returnAsk}
          </button>
        )}
      </div>
      {isOpen && form.isLost && <p className="field-error">{texts.returnLost}</p>}
      {isOpen && order.returnable && form.module && (
        <form.module.ReturnForm
          order={order}
          returnable={order.returnable}
          onRequested={(updatedOrder) => {
            setTurns(0);
            onRequested(updatedOrder);
            list.current?.focus();
          }}
        />
      )}
    </>
  );
}

function Return({ one }: { one: WireReturn }) {
  const texts = usePageTexts();
  const at = one.refunded_at ?? one.arrived_at ?? one.answered_at ?? one.asked_at;
  return (
    <section className="order-parcel" aria-label={texts.returnOf}>
      <h3>{texts.returnOf}</h3>
      <p className="order-parcel-when">
        {returnLabel(one.state, texts)}
        <span className="quiet small">
          <LocalDay at={at} />
        </span>
      </p>
      <ul className="small order-contents">
        {one.lines.map(({ position, quantity, title, variant_option }) => (
          <li key={position}>{formatLineText(quantity, title, variant_option)}</li>
        ))}
      </ul>
      {one.answer !== '' && <p className="small">{one.answer}</p>}
    </section>
  );
}
