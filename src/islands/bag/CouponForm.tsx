/** Entering a coupon (DISC-07, DISC-13, DISC-14). Fetched when somebody wants to. */
import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { announce } from '#client/announce.ts';
import { api } from '#client/api.ts';
import { setCoupon } from '#client/bag/actions.ts';
import { $bag } from '#client/bag/store.ts';
import type { BagWords } from '#lib/bag/bag-words.ts';
import { checkoutGroups } from '#lib/bag/checkout-groups.ts';
import { codes } from '#lib/contract/codes.ts';
import { couponTexts } from '#lib/texts/coupon.ts';

export function CouponForm({ words }: { words: BagWords }) {
  const own = words.of(couponTexts);
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const [problem, setProblem] = useState('');
  const [isBusy, setBusy] = useState(false);
  /** The code that waits for the shopper's word. */
  const [asked, setAsked] = useState('');
  useEffect(() => field.current?.focus(), []);

  const say = (message: string) => {
    setProblem(message);
    if (message !== '') announce(message);
  };

  async function apply(code: string, isConfirmed: boolean): Promise<void> {
    setBusy(true);
    const outcome = await tryCoupon(code, isConfirmed);
    setBusy(false);
    setAsked(outcome.kind === 'asks' ? code : '');
    if (outcome.kind === 'refused') say(refusal(outcome, words));
    if (outcome.kind !== 'applies') return;
    setCoupon(code, { isConfirmed });
    announce(own('codeApplied', { code }));
  }

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const code = field.current?.value.trim() ?? '';
    say(code === '' ? own('codeBlank') : '');
    if (code !== '' && !isBusy) void apply(code, false);
  };

  return (
    <>
      <form className="bag-code-form" noValidate onSubmit={submit}>
        <label className="visually-hidden" htmlFor={id}>
          {words.text('code')}
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
          placeholder={words.text('code')}
          aria-invalid={problem !== '' || undefined}
          aria-describedby={problem === '' ? undefined : `${id}-problem`}
        />
        <button type="submit" className="button button-plain" aria-busy={isBusy}>
          {own('codeApply')}
        </button>
        {problem !== '' && (
          <p className="field-error" id={`${id}-problem`}>
            {problem}
          </p>
        )}
      </form>
      {asked !== '' && (
        <ConfirmCoupon
          code={asked}
          words={words}
          onYes={() => void apply(asked, true)}
          onNo={() => setAsked('')}
        />
      )}
    </>
  );
}

interface ConfirmProps {
  code: string;
  words: BagWords;
  onYes: () => void;
  /** Keeps the discount there was; also by Escape. */
  onNo: () => void;
}

/** Asks before a coupon makes the discount smaller (DISC-13, DISC-14). */
export function ConfirmCoupon({ code, words, onYes, onNo }: ConfirmProps) {
  const own = words.of(couponTexts);
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => {
    const element = dialog.current;
    element?.showModal();
    return () => element?.close();
  }, []);
  // Closed before it goes, it gives the focus back.
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
      <p id={id}>{words.text('secondConfirm')}</p>
      <div className="bag-confirm-row">
        <button type="button" className="button" onClick={() => leave(onYes)}>
          {own('codeUse', { code })}
        </button>
        <button type="button" className="button button-plain" onClick={() => leave(onNo)}>
          {own('codeKeep')}
        </button>
      </div>
    </dialog>
  );
}

function refusal({ reason, message }: Extract<CouponOutcome, { kind: 'refused' }>, words: BagWords): string {
  return reason === null ? message : words.of(couponTexts)(reason);
}

export type CouponOutcome =
  | { kind: 'applies' }
  /** It would make the discount smaller: the shopper decides (R102). */
  | { kind: 'asks' }
  /** `reason` is a key of the bag's words, null where only the server's `message` says why. */
  | { kind: 'refused'; reason: RefusalText | null; message: string };

type RefusalText = 'codeUnknown' | 'codeConditions' | 'codeUsedUp';

const reasons: Readonly<Record<number, RefusalText>> = {
  [codes.couponUnknown]: 'codeUnknown',
  [codes.couponConditions]: 'codeConditions',
  [codes.couponUsedUp]: 'codeUsedUp',
};

/** @param isConfirmed the shopper agreed to a smaller discount */
export async function tryCoupon(coupon: string, isConfirmed: boolean): Promise<CouponOutcome> {
  const checkout_items = checkoutGroups($bag.get());
  const body = { checkout_items, coupon, is_do_second_confirm: isConfirmed ? (1 as const) : (0 as const) };
  const answer = await api('POST /api/v2/checkouts/discount', { body });
  if (answer.code !== codes.ok || !answer.data) {
    return { kind: 'refused', reason: reasons[answer.code] ?? null, message: answer.msg };
  }
  return { kind: answer.data.need_second_confirm ? 'asks' : 'applies' };
}
