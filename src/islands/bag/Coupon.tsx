import { useEffect, useRef, useState } from 'react';
import { declineCoupon, setCoupon } from '#client/bag/actions.ts';
import { announce } from '#client/page/announce.ts';
import type { BagTexts } from '#lib/bag/bag-texts.ts';
import type { BagViewModel } from '#lib/bag/bag-view-model.ts';
import { useLazyModule } from '../use-lazy-module.ts';
import { LoadFailed } from './Notice.tsx';

const loadForm = () => import('./CouponForm.tsx');

interface Props {
  shown: BagViewModel;
  texts: BagTexts;
}

/** Renders the bag's coupon with its remove button, or the form to enter one (R102). */
export function Coupon({ shown, texts }: Props) {
  const { wishedCoupon: code, needsSecondConfirm } = shown;
  const [isOpen, setOpen] = useState(false);
  const form = useLazyModule(loadForm, isOpen || needsSecondConfirm ? 'form' : '');
  /** Ref to the rendered button: the one that opens the coupon form or, if the bag has a coupon, the one that removes it. */
  const button = useRef<HTMLButtonElement>(null);
  const isPressed = useRef(false);
  const isUnused = !shown.isUpdating && !shown.hasFailed && shown.coupon === '';

  const toggle = () => {
    isPressed.current = true;
    setOpen(!isOpen);
  };
  const remove = () => {
    isPressed.current = true;
    void decline(code);
    setOpen(false);
    announce(texts.text('codeRemoved', { code }));
  };
  // If the focused control was removed with the coupon code or the form, focus the button that replaces it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs after every change of the code
  useEffect(() => {
    if (isPressed.current && document.activeElement === document.body) button.current?.focus();
    isPressed.current = false;
  }, [code]);

  return (
    <div className="bag-coupon">
      {code === '' ? (
        <>
          <button ref={button} type="button" className="bag-link" aria-expanded={isOpen} onClick={toggle}>
            {texts.text('codeAdd')}
          </button>
          {isOpen && form.isLost && <LoadFailed />}
          {isOpen && form.module && <form.module.CouponForm words={texts} />}
        </>
      ) : (
        <>
          <p className="bag-code">
            <span className="visually-hidden">{texts.text('code')} </span>
            <span className={isUnused ? 'bag-code-chip bag-code-off' : 'bag-code-chip'}>{code}</span>
            <button
              ref={button}
              type="button"
              className="bag-link"
              aria-label={texts.text('codeRemoveOf', { code })}
              onClick={remove}
            >
              {texts.text('codeRemove')}
            </button>
          </p>
          {isUnused && !needsSecondConfirm && (
            <p className="small quiet">{texts.text('codeUnused', { code })}</p>
          )}
          {needsSecondConfirm && form.isLost && <LoadFailed />}
          {needsSecondConfirm && form.module && (
            <form.module.ConfirmCoupon
              code={code}
              texts={texts}
              onYes={() => setCoupon(code, { isConfirmed: true })}
              onNo={remove}
            />
          )}
        </>
      )}
    </div>
  );
}

/** Removes the coupon and prevents it from being filled in again automatically (R102). */
async function decline(code: string): Promise<void> {
  declineCoupon(code);
  const part = await import('#client/bag/declined.ts').catch(() => null);
  part?.declinedCoupons.add(code);
}
