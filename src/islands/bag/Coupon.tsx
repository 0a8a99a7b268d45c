import { useEffect, useRef, useState } from 'react';
import { announce } from '#lib/announce.ts';
import { setCoupon } from '#lib/bag/actions.ts';
import type { BagWords } from '#lib/bag/bag-words.ts';
import type { ShownBag } from '#lib/bag/shown-bag.ts';
import { LostPart } from './LostPart.tsx';
import { usePart } from './use-part.ts';

const loadForm = () => import('./CouponForm.tsx');

interface Props {
  shown: ShownBag;
  words: BagWords;
}

/** The bag's coupon: the one that is applied with the way to be rid of it, or the way to enter one (R102). */
export function Coupon({ shown, words }: Props) {
  const { wishedCoupon: code, needsSecondConfirm } = shown;
  const [isOpen, setOpen] = useState(false);
  const form = usePart(loadForm, isOpen || needsSecondConfirm ? 'form' : '');
  const opener = useRef<HTMLButtonElement>(null);
  const wasRemoved = useRef(false);
  const isUnused = !shown.isUpdating && !shown.hasFailed && shown.coupon === '';

  const remove = () => {
    void decline(code);
    setOpen(false);
    announce(words.text('codeRemoved', { code }));
    wasRemoved.current = true;
  };
  // The button that was pressed has gone.
  useEffect(() => {
    if (code === '' && wasRemoved.current) opener.current?.focus();
    wasRemoved.current = false;
  }, [code]);

  if (code !== '') {
    return (
      <div className="bag-coupon">
        <p className="bag-code">
          <span className="visually-hidden">{words.text('code')} </span>
          <span className={isUnused ? 'bag-code-chip bag-code-off' : 'bag-code-chip'}>{code}</span>
          <button
            type="button"
            className="bag-link"
            aria-label={words.text('codeRemoveOf', { code })}
            onClick={remove}
          >
            {words.text('codeRemove')}
          </button>
        </p>
        {isUnused && !needsSecondConfirm && (
          <p className="small quiet">{words.text('codeUnused', { code })}</p>
        )}
        {needsSecondConfirm && form.isLost && <LostPart />}
        {needsSecondConfirm && form.module && (
          <form.module.ConfirmCoupon
            code={code}
            words={words}
            onYes={() => setCoupon(code, { isConfirmed: true })}
            onNo={remove}
          />
        )}
      </div>
    );
  }
  return (
    <div className="bag-coupon">
      <button
        ref={opener}
        type="button"
        className="bag-link"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        {words.text('codeAdd')}
      </button>
      {isOpen && form.isLost && <LostPart />}
      {isOpen && form.module && <form.module.CouponForm words={words} />}
    </div>
  );
}

/** Takes it away, and keeps it from filling itself in again (R102). */
async function decline(code: string): Promise<void> {
  setCoupon('');
  const part = await import('#lib/bag/declined.ts').catch(() => null);
  part?.declinedCoupons.add(code);
}
