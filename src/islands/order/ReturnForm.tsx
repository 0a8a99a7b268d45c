import { type FormEvent, useId, useRef, useState } from 'react';
import { announce } from '#client/announce.ts';
import { api } from '#client/api.ts';
import { badParameter } from '#lib/contract/codes.ts';
import type { ReturnReason } from '#lib/contract/return-reasons.ts';
import type { WireOrder } from '#lib/contract/wire-order.ts';
import { reasonWords } from '#lib/messages/order.ts';
import { randomId } from '#lib/random-id.ts';
import { useWords } from './words.ts';

interface Props {
  order: WireOrder;
  /** The order as it is with the return. */
  onAsked: (order: WireOrder) => void;
}

/** What of an order is to be sent back, and why. */
export function ReturnForm({ order, onAsked }: Props) {
  const words = useWords();
  const id = useId();
  const [problem, setProblem] = useState('');
  const [isBusy, setBusy] = useState(false);
  // Sent again after a lost answer it is still this wish.
  const requestId = useRef(randomId());
  if (!order.returnable) return null;
  const { lines, reasons } = order.returnable;

  function refuse(message: string) {
    setProblem(message);
    announce(message);
  }

  async function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (isBusy) return;
    const typed = new FormData(event.currentTarget);
    const wanted = lines
      .map(({ position }) => ({ position, quantity: Number(typed.get(`pieces-${position}`) ?? 0) }))
      .filter(({ quantity }) => quantity > 0);
    if (wanted.length === 0) return refuse(words.returnNothing);
    setBusy(true);
    const answer = await api('POST /api/v1/storefront/order/returns', {
      body: {
        ...{ order_no: order.order_no, token: order.token, request_id: requestId.current, lines: wanted },
        reason: typed.get('reason') as ReturnReason,
        words: String(typed.get('words') ?? ''),
      },
    });
    setBusy(false);
    // Which field it is about is for programs to read.
    if (answer.code === badParameter) return refuse(words.returnOver);
    if (answer.code !== 0 || !answer.data) return refuse(answer.msg);
    announce(words.returnDone);
    onAsked(answer.data);
  }

  return (
    <form className="order-return-form" onSubmit={send} noValidate aria-labelledby={`${id}-title`}>
      <h3 id={`${id}-title`}>{words.returnTitle}</h3>
      <ul className="order-return-lines">
        {lines.map(({ position, quantity, title, variant_option, image_url }) => (
          <li key={position}>
            {image_url ? (
              <img src={image_url} alt="" width={56} height={56} loading="lazy" />
            ) : (
              <span className="order-item-blank" />
            )}
            <label htmlFor={`${id}-${position}`}>
              <span className="visually-hidden">{words.text('returnPieces', { title: '' })}</span>
              {title}
              {variant_option && <span className="quiet small">{variant_option}</span>}
            </label>
            <select
              id={`${id}-${position}`}
              className="select"
              name={`pieces-${position}`}
              defaultValue={lines.length === 1 ? '1' : '0'}
            >
              {[...Array(quantity + 1).keys()].map((pieces) => (
                <option key={pieces} value={pieces}>
                  {pieces}
                </option>
              ))}
            </select>
          </li>
        ))}
      </ul>
      <div className="field">
        <label className="label" htmlFor={`${id}-reason`}>
          {words.returnReason}
        </label>
        <select id={`${id}-reason`} className="select" name="reason">
          {reasons.map((reason) => (
            <option key={reason} value={reason}>
              {reasonWords(reason, words)}
            </option>
          ))}
        </select>
      </div>
      <div className="field">
        <label className="label" htmlFor={`${id}-words`}>
          {words.returnWords}
        </label>
        <textarea id={`${id}-words`} className="input" name="words" rows={3} maxLength={1000} />
      </div>
      {problem && <p className="field-error">{problem}</p>}
      <button type="submit" className="button" aria-busy={isBusy || undefined}>
        {words.returnSend}
      </button>
    </form>
  );
}
