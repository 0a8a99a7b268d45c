import { useEffect, useRef, useState } from 'react';
import { openKitForm } from '#client/checkout/airwallex-kit.ts';
import type { PayMethod } from '#lib/checkout/place-order.ts';
import { useAnnounced } from '../use-announced.ts';
import type { Placing } from './use-place-order.ts';
import { useWords } from './words.ts';

interface KitPanelProps {
  /** Of the method in GET /pay/config. */
  kit: NonNullable<PayMethod['kit']>;
  isTest: boolean;
  form: Placing['kit'];
}

/** The card form of a provider whose own kit makes the payment. */
export function KitPanel({ kit, isTest, form }: KitPanelProps) {
  const words = useWords();
  const host = useRef<HTMLDivElement>(null);
  const [state, setState] = useState<'loading' | 'ready' | 'unavailable'>('loading');
  const { url, environment } = kit;
  useAnnounced(state === 'unavailable' ? words.cardUnavailable : '');
  useEffect(() => {
    let isGone = false;
    const show = async () => {
      const opened = await openKitForm(host.current!, { url, environment }, () => setState('ready'));
      if (isGone) opened.destroy();
      else form.current = opened;
    };
    show().catch(() => {
      if (!isGone) setState('unavailable');
    });
    return () => {
      isGone = true;
      form.current?.destroy();
      form.current = null;
    };
  }, [url, environment, form]);
  return (
    <div className="choice-more">
      <div className="card-host" ref={host} aria-busy={state === 'loading' ? true : undefined} />
      {state === 'unavailable' && <p className="field-error">{words.cardUnavailable}</p>}
      {isTest && <p className="small quiet">{words.cardTest}</p>}
    </div>
  );
}
