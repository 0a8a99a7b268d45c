/** Form for entering a coupon code (DISC-07, DISC-13, DISC-14). Loaded when the shopper opens it. */
import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { api } from '#client/api/api.ts';
import { setCoupon } from '#client/bag/actions.ts';
import { $bag } from '#client/bag/store.ts';
import { announce } from '#client/page/announce.ts';
import type { BagTexts } from '#lib/bag/bag-texts.ts';
import { toCheckoutGroups } from '#lib/bag/checkout-groups.ts';
import * as codes from '#lib/contract/codes.ts';
import type { WireCouponReason } from '#lib/contract/endpoint.ts';
import { couponTexts } from '#lib/messages/coupon.ts';
import { ReasonLink } from '../ReasonLink.tsx';

/** Message keys for rejected coupon codes; for other errors the form shows the server's message. */
const reasons: Readonly<Record<number, 'codeUnknown' | 'codeConditions' | 'codeUsedUp'>> = {
  [codes.couponUnknown]: 'codeUnknown',
  [codes.couponConditionsNotMet]: 'codeConditions',
  [codes.couponUsedUp]: 'codeUsedUp',
};

export function CouponForm({ words: texts }: { words: BagTexts }) {
  const couponText = texts.of(couponTexts);
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const [problem, setProblem] = useState('');
  const [reason, setReason] = useState<WireCouponReason | null>(null);
  const [isBusy, setBusy] = useState(false);
  /** The coupon code that the shopper has to confirm, '' for none. */
  const [requestedCode, setRequestedCode] = useState('');
  useEffect(() => field.current?.focus(), []);

  const showProblem = (message: string) => {
    setProblem(message);
    if (message !== '') announce(message);
  };

  // Checks how the coupon code would change the bag's discount (DISC-07); the shopper must confirm a smaller discount (R102).
  async function apply(coupon: string, isConfirmed: boolean): Promise<void> {
    setBusy(true);
    const checkout_items = toCheckoutGroups($bag.get());
    const body = { checkout_items, coupon, is_do_second_confirm: isConfirmed ? (1 as const) : (0 as const) };
    const answer = await api('POST /api/v2/checkouts/discount', { body });
    const { code, msg, data } = answer;
    setBusy(false);
    setRequestedCode(data?.need_second_confirm ? coupon : '');
    if (!data) {
      const why = answer.reason ?? null;
      setReason(why);
      return showProblem(why?.text ?? (code in reasons ? couponText(reasons[code]!) : msg));
    }
    if (data.need_second_confirm) return;
    setCoupon(coupon, { isConfirmed });
    announce(couponText('codeApplied', { code: coupon }));
  }

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const code = field.current?.value.trim() ?? '';
    setReason(null);
    showProblem(code === '' ? couponText('codeBlank') : '');
    if (code !== '' && !isBusy) void apply(code, false);
  };

  return (
    <>
      <form className="bag-code-form" noValidate onSubmit={submit}>
        <label className="visually-hidden" htmlFor={id}>
          {texts.text('code')}
        </label>
        <input
          ref={field}
          id={id}
          className="input"
          name="coupon"
          maxLength={64}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          placeholder={texts.text('code')}
          aria-invalid={problem !== '' || undefined}
          aria-describedby={problem === '' ? undefined : `${id}-problem`}
        />
        <button type="submit" className="button button-plain" aria-busy={isBusy}>
          {couponText('codeApply')}
        </button>
        {problem !== '' && (
          <p className="field-error" id={`${id}-problem`}>
            {problem} {reason && <ReasonLink reason={reason} />}
          </p>
        )}
      </form>
      {requestedCode !== '' && (
        <ConfirmCoupon
          code={requestedCode}
          texts={texts}
          onYes={() => void apply(requestedCode, true)}
          onNo={() => setRequestedCode('')}
        />
      )}
    </>
  );
}

interface ConfirmProps {
  code: string;
  texts: BagTexts;
  onYes: () => void;
  /** Called if the shopper keeps the current discount, with the button or Escape. */
  onNo: () => void;
}

/** Asks for confirmation before a coupon makes the discount smaller (DISC-13, DISC-14). */
export function ConfirmCoupon({ code, texts, onYes, onNo }: ConfirmProps) {
  const couponText = texts.of(couponTexts);
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => {
    const element = dialog.current;
    element?.showModal();
    return () => element?.close();
  }, []);
  // Close the dialog before it is unmounted, so that the browser restores the previous focus.
  const leave = (act: () => void) => {
    dialog.current?.close();
    act();
  };
  return (
    <dialog
      ref={dialog}
      role="alertdialog"
      className="bag-confirm"
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault();
        event.stopPropagation();
        leave(onNo);
      }}
      onClose={(event) => event.stopPropagation()}
    >
      <p id={id}>{texts.text('secondConfirm')}</p>
      <div className="bag-confirm-row">
        <button type="button" className="button" onClick={() => leave(onYes)}>
          {couponText('codeUse', { code })}
        </button>
        <button type="button" className="button button-plain" onClick={() => leave(onNo)}>
          {couponText('codeKeep')}
        </button>
      </div>
    </dialog>
  );
}
