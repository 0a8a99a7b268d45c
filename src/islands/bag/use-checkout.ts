import { useEffect, useRef, useState } from 'react';
import { unreachable } from '#client/api/api.ts';
import { $shown } from '#client/bag/page-pricing.ts';
import { localPath } from '#client/language/local-path.ts';
import { onRestore } from '#client/page/on-restore.ts';
import { session } from '#client/stores/storage.ts';
import type { BagOutcome, CheckoutExtras } from '#lib/bag/checkout.ts';
import { changedDelay, redirectDelay } from '#lib/bag/checkout-groups.ts';
import type { CheckoutClick } from './open-checkout.ts';

/** Session key of the message of a 10209 error, shown again in the bag after the reload (R126). */
const changedKey = 'bag_changed';

export interface CheckoutStart {
  isBusy: boolean;
  /** Error message, '' for none; if `lasts` (ms) is set, the page then reloads. */
  message: string;
  lasts: number | undefined;
  /** Prices that arrived after the click changed the bag: the shopper must see it first. */
  isUnseen: boolean;
  /** Creates the checkout and goes to it; waits for pending prices. */
  start(): Promise<void>;
  /** Creates the checkout. @returns its path, null on an error, which `message` then explains */
  open(extras?: CheckoutExtras): Promise<string | null>;
  reload(): void;
}

export function useCheckout(): CheckoutStart {
  const [isBusy, setBusy] = useState(false);
  const [outcome, setOutcome] = useState<BagOutcome | null>(null);

  // A click no longer counts once its button is gone, or the shopper has left the page and come back.
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
      // Without storage the message is lost; the bag itself shows the change.
      session.set(changedKey, outcome.message);
      location.reload();
    },
  };
}

/** A script that fails to load is an outcome too: the bag stays and the shopper can retry. */
async function opened(extras: CheckoutExtras, pressed?: CheckoutClick): Promise<BagOutcome> {
  try {
    const { openCheckout } = await import('./open-checkout.ts');
    return await openCheckout(extras, pressed);
  } catch {
    return { kind: 'failed', message: unreachable() };
  }
}

/** Returns the message of a 10209 error from before the last reload, and clears it. */
export function takeChangedMessage(): string {
  const message = session.get(changedKey) ?? '';
  session.remove(changedKey);
  return message;
}
