/** Creating a checkout from the bag, and what the shopper sees of it. */

import { useEffect, useRef, useState } from 'react';
import { unreachable } from '#client/api/api.ts';
import { $shown } from '#client/bag/page-pricing.ts';
import { localPath } from '#client/language/local-path.ts';
import { onRestore } from '#client/page/on-restore.ts';
import { session } from '#client/stores/storage.ts';
import type { BagOutcome, CheckoutExtras } from '#lib/bag/checkout.ts';
import { changedDelay, redirectDelay } from '#lib/bag/checkout-groups.ts';
import type { CheckoutClick } from './open-checkout.ts';

/** Session key of a 10209's words, shown again in the bag after the reload (R126). */
const changedKey = 'bag_changed';

export interface CheckoutStart {
  isBusy: boolean;
  /** What stands in the way, '' for nothing; `lasts` ms, then the page loads again. */
  message: string;
  lasts: number | undefined;
  /** The bag was priced after the press and is another than it showed: it is to be looked at first. */
  isUnseen: boolean;
  /** Opens the checkout and goes there; a bag that is being priced is waited for. */
  start(): Promise<void>;
  /** Opens the checkout. @returns its address, null when it was refused: then `message` says why */
  open(extras?: CheckoutExtras): Promise<string | null>;
  reload(): void;
}

export function useCheckout(): CheckoutStart {
  const [isBusy, setBusy] = useState(false);
  const [outcome, setOutcome] = useState<BagOutcome | null>(null);

  // A press ends with the place it was made in, and where the shopper has been elsewhere since.
  const press = useRef<AbortController | null>(null);
  useEffect(() => {
    const stop = onRestore(() => {
      press.current?.abort();
      setBusy(false);
    });
    return () => {
      press.current?.abort();
      stop();
    };
  }, []);

  async function open(extras: CheckoutExtras = {}, pressed?: CheckoutClick): Promise<string | null> {
    setBusy(true);
    setOutcome(null);
    const result = await opened(extras, pressed);
    if (pressed?.signal.aborted) return null;
    if (result.kind === 'leave') return result.address;
    setBusy(false);
    setOutcome(result);
    return null;
  }

  async function start(): Promise<void> {
    press.current = new AbortController();
    const address = await open({}, { shown: $shown.get(), signal: press.current.signal });
    if (address !== null) setTimeout(() => location.assign(localPath(address)), redirectDelay);
  }

  return {
    isBusy,
    message: outcome?.kind === 'changed' || outcome?.kind === 'failed' ? outcome.message : '',
    lasts: outcome?.kind === 'changed' ? changedDelay : undefined,
    isUnseen: outcome?.kind === 'unseen',
    start,
    open,
    reload() {
      if (outcome?.kind !== 'changed') return;
      // Without storage the words are lost with the page; the bag itself shows what changed.
      session.set(changedKey, outcome.message);
      location.reload();
    },
  };
}

/** A script that does not come is an outcome as well: the bag stays, and the shopper may try again. */
async function opened(extras: CheckoutExtras, pressed?: CheckoutClick): Promise<BagOutcome> {
  try {
    const { openCheckout } = await import('./open-checkout.ts');
    return await openCheckout(extras, pressed);
  } catch {
    return { kind: 'failed', message: unreachable() };
  }
}

/** The words of a 10209 before the last reload, once. */
export function takeChangedMessage(): string {
  const message = session.get(changedKey) ?? '';
  session.remove(changedKey);
  return message;
}
