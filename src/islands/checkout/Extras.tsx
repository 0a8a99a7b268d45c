import { useState } from 'react';
import { Field } from './Field.tsx';
import { usePageTexts } from './texts.ts';
import type { CheckoutProps, MoneyFormatter } from './types.ts';
import type { CheckoutState } from './use-checkout.ts';

interface ExtrasProps {
  state: CheckoutState;
  tip: CheckoutProps['tip'];
  asksToShowName: boolean;
  money: MoneyFormatter;
  /** The server's error message for the tip, '' for none. */
  tipProblem: string;
}

/** Renders insurance, tip and order note; nothing is preselected. The displayed choices may not be saved yet. */
export function Extras({ state, tip, asksToShowName, money, tipProblem }: ExtrasProps) {
  const texts = usePageTexts();
  const { note = '', insurance } = state.fields;
  const offer = state.checkout.insurance_offer;
  return (
    <section className="step step-quiet" aria-labelledby="extras-title">
      <h2 id="extras-title" className="visually-hidden">
        {texts.extras}
      </h2>
      {offer && (
        <label className="choice choice-alone">
          <input
            type="checkbox"
            name="insurance"
            checked={insurance === 1}
            onChange={(event) => void state.choose({ insurance: event.currentTarget.checked ? 1 : 0 })}
          />
          <span className="choice-text">
            {offer.title}
            {offer.desc && <span className="small quiet">{offer.desc}</span>}
          </span>
          <span className="amount">{money(offer.amount)}</span>
        </label>
      )}
      {tip.enabled && <Tip state={state} tip={tip} money={money} problem={tipProblem} />}
      {/* The checkbox is uncontrolled, so that hydration keeps its state and a reload clears it. */}
      {asksToShowName && (
        <label className="tick">
          <input type="checkbox" name="show_name" />
          <span>{texts.showName}</span>
        </label>
      )}
      <details className="fold" open={note !== ''}>
        <summary>{texts.addNote}</summary>
        <Field name="note" label={texts.note}>
          <textarea
            className="input"
            id="checkout-note"
            name="note"
            rows={3}
            maxLength={1000}
            defaultValue={note}
            onInput={(event) => state.type({ note: event.currentTarget.value })}
          />
        </Field>
      </details>
    </section>
  );
}

interface TipProps extends Pick<ExtrasProps, 'state' | 'tip' | 'money'> {
  problem: string;
}

function Tip({ state: { checkout, fields, choose }, tip, money, problem }: TipProps) {
  const texts = usePageTexts();
  const now = fields.tip ?? 0;
  const onTip = (amount: number) => void choose({ tip: amount });
  const discountedSubtotal = checkout.subtotal_price - checkout.total_discount_amount;
  const choices = [0, ...tip.options].map((percent) => ({
    percent,
    amount: Math.round(discountedSubtotal * percent) / 100,
  }));
  const isOther = now > 0 && !choices.some(({ amount }) => amount === now);
  const [isOtherSelected, setIsOtherSelected] = useState(isOther);
  return (
    <fieldset className="tip">
      <legend className="label">
        {texts.tipTitle}
        <span className="optional"> {texts.optionalField}</span>
      </legend>
      <div className="pills">
        {choices.map(({ percent, amount }) => (
          <label className="pill" key={percent}>
            <input
              type="radio"
              name="tip"
              checked={!isOtherSelected && amount === now}
              onChange={() => {
                setIsOtherSelected(false);
                onTip(amount);
              }}
            />
            <span>
              {percent === 0 ? texts.tipNone : `${percent}%`}
              {percent > 0 && <span className="small quiet">{money(amount)}</span>}
            </span>
          </label>
        ))}
        {tip.custom_allowed && (
          <label className="pill">
            <input
              type="radio"
              name="tip"
              checked={isOtherSelected}
              onChange={() => setIsOtherSelected(true)}
            />
            <span>{texts.tipOther}</span>
          </label>
        )}
      </div>
      {isOtherSelected && (
        <Field
          name="tip_amount"
          label={texts.tip}
          inputMode="decimal"
          autoComplete="off"
          maxLength={9}
          defaultValue={isOther ? String(now) : ''}
          error={problem}
          onChange={(event) => {
            const amount = Number(event.currentTarget.value.replace(',', '.'));
            if (Number.isFinite(amount) && amount >= 0) onTip(Math.round(amount * 100) / 100);
          }}
        />
      )}
    </fieldset>
  );
}
