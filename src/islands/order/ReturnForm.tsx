import { useRef } from 'react';
import { api } from '#client/api/api.ts';
import { announce } from '#client/page/announce.ts';
import { badParameter } from '#lib/contract/codes.ts';
import type { ReturnReason } from '#lib/contract/return-reasons.ts';
import type { WireOrder } from '#lib/contract/wire-order.ts';
import { reasonLabel } from '#lib/messages/order.ts';
import { randomId } from '#lib/random-id.ts';
import { Field, SelectField } from '../forms/Field.tsx';
import { FormFooter, useForm } from '../forms/use-form.tsx';
import { usePageTexts } from './texts.ts';

interface Props {
  order: WireOrder;
  returnable: NonNullable<WireOrder['returnable']>;
  /** Called with the updated order, which includes the new return. */
  onRequested: (order: WireOrder) => void;
}

/** Renders the form that requests a return. */
export function ReturnForm({ order, returnable: { lines, reasons }, onRequested }: Props) {
  const texts = usePageTexts();
  // Idempotency key: a resend after a lost response is the same request.
  const requestId = useRef(randomId());
  const { message, isBusy, props } = useForm(
    () => ({}),
    async (typed) => {
      const requestedLines = lines
        .map(({ position }) => ({ position, quantity: Number(typed(`pieces-${position}`)) }))
        .filter(({ quantity }) => quantity > 0);
      if (requestedLines.length === 0) return { kind: 'failed', text: texts.returnNothing };
      const answer = await api('POST /api/v1/storefront/order/returns', {
        body: {
          ...{
            order_no: order.order_no,
            token: order.token,
            request_id: requestId.current,
            lines: requestedLines,
          },
          reason: typed('reason') as ReturnReason,
          words: typed('words'),
        },
      });
      // The server's message names a request field, which is meaningless to a shopper, so show a different message.
      if (answer.code === badParameter) return { kind: 'failed', text: texts.returnOver };
      if (answer.code !== 0 || !answer.data) return { kind: 'failed', text: answer.msg };
      announce(texts.returnDone);
      onRequested(answer.data);
      return { kind: 'left' };
    },
  );

  return (
    <form className="order-return-form" {...props} aria-labelledby="return-title">
      <h3 id="return-title">{texts.returnTitle}</h3>
      <ul className="order-return-lines">
        {lines.map(({ position, quantity, title, variant_option, image_url }) => (
          <li key={position}>
            {image_url ? (
              <img src={image_url} alt="" width={56} height={56} loading="lazy" />
            ) : (
              <span className="order-item-blank" />
            )}
            <label htmlFor={`return-${position}`}>
              <span className="visually-hidden">{texts.text('returnPieces', { title: '' })}</span>
              {title}
              {variant_option && <span className="quiet small">{variant_option}</span>}
            </label>
            <select
              id={`return-${position}`}
              className="select"
              name={`pieces-${position}`}
              defaultValue={lines.length === 1 ? '1' : '0'}
            >
              {[...Array(quantity + 1).keys()].map((units) => (
                <option key={units} value={units}>
                  {units}
                </option>
              ))}
            </select>
          </li>
        ))}
      </ul>
      <SelectField
        id="return-reason"
        name="reason"
        label={texts.returnReason}
        options={reasons.map((reason) => ({ code: reason, name: reasonLabel(reason, texts) }))}
      />
      <Field id="return-words" name="words" label={texts.returnWords}>
        {(ids) => <textarea className="input" name="words" rows={3} maxLength={1000} {...ids} />}
      </Field>
      <FormFooter message={message} isBusy={isBusy} label={texts.returnSend} />
    </form>
  );
}
