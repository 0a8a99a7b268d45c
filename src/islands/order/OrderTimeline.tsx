import type { WireOrder } from '#lib/contract/wire-order.ts';
import { formatOrderDeliveryEstimate } from '#lib/delivery/format-delivery-estimate.ts';
import { isAwaitingDelivery } from '#lib/orders/status.ts';
import { buildTimeline, type Step } from '#lib/orders/timeline.ts';
import { LocalDay } from './Times.tsx';
import { type OrderTexts, usePageTexts } from './texts.ts';

/** Renders the order's progress: placed, packed, sent, delivered. */
export function OrderTimeline({ order }: { order: WireOrder }) {
  const texts = usePageTexts();
  const { steps, note } = buildTimeline(order);
  const next = steps.find(({ state }) => state !== 'done');
  const arrival = arrivalText(order, texts);
  const notes = {
    ...{ unpaid: texts.noteUnpaid, failed: texts.noteFailed, cancelled: texts.noteCancelled },
    ...{ refunded: texts.noteRefunded, hold: texts.noteHold, onWay: '' },
  }[note];
  return (
    <section className="order-progress" aria-label={texts.orderProgress}>
      {arrival !== '' && (
        <p className="order-arrives" suppressHydrationWarning>
          {arrival}
        </p>
      )}
      {notes !== '' && <p className="order-note">{notes}</p>}
      {steps.length > 1 && (
        <ol className="order-steps">
          {steps.map((step) => (
            <li
              key={step.name}
              className={`order-step order-step-${step.state}`}
              aria-current={step === next ? 'step' : undefined}
            >
              <svg className="order-dot" viewBox="0 0 24 24" aria-hidden="true">
                {step.state === 'done' && <path d="m7 12.5 3.5 3.5L17 9" />}
                {step.state === 'part' && <circle cx="12" cy="12" r="3" />}
              </svg>
              <span className="order-step-name">{nameOf(step, texts)}</span>
              <span className="order-step-at">
                {step.state === 'open' ? (
                  <span className="visually-hidden">{texts.stepToCome}</span>
                ) : (
                  step.at !== null && <LocalDay at={step.at} />
                )}
              </span>
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}

/** Returns the delivery estimate of an order that has not been delivered completely, '' for other orders. */
export function arrivalText(order: WireOrder, texts: OrderTexts): string {
  const isDelivered = buildTimeline(order).steps.every(({ state }) => state === 'done');
  if (!order.arrives || isDelivered || !isAwaitingDelivery(order)) return '';
  return formatOrderDeliveryEstimate(texts, order.arrives, order.is_late);
}

function nameOf({ name, state }: Step, texts: OrderTexts): string {
  const whole = {
    ...{ placed: texts.orderPlaced, packed: texts.stepPacked, sent: texts.stepSent },
    delivered: texts.stepDelivered,
  };
  if (state !== 'part') return whole[name];
  const part = { packed: texts.stepPartPacked, sent: texts.stepPartSent, delivered: texts.stepPartDelivered };
  return name === 'placed' ? whole.placed : part[name];
}
