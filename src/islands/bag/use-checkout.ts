import { useEffect, useRef, useState } from 'react';
import { unreachableMessage } from '#client/api/api.ts';
import { $displayedBag } from '#client/bag/page-pricing.ts';
import { localPath } from '#client/language/local-path.ts';
import { onRestore } from '#client/page/on-restore.ts';
import { safeSessionStorage } from '#client/stores/storage.ts';
import type { BagCheckoutOutcome, CheckoutRedirectQuery } from '#lib/bag/checkout.ts';
import { redirectDelay, reloadDelay } from '#lib/bag/checkout-groups.ts';
import type { CheckoutClick } from './open-checkout.ts';

/** Session key of the message of a 10209 error, shown again in the bag after the reload (R126). */
const changedKey = 'bag_changed';

export interface CheckoutButtonState {
  isBusy: boolean;
  /** Error message, '' for none; if `lasts` (ms) is set, the page then reloads. */
  message: string;
  lasts: number | undefined;
  /** Prices that arrived after the click changed the bag: the shopper must see it first. */
  isUnseen: boolean;
  /** Creates the checkout and goes to it; waits for pending prices. */
  start(): Promise<void>;
  /** Creates the checkout. @returns its path, null on an error, which `message` then explains */
  open(extras?: CheckoutRedirectQuery): Promise<string | null>;
  reload(): void;
}

export function useCheckout(): CheckoutButtonState {
  const [isBusy, setBusy] = useState(false);
  const [outcome, setOutcome] = useState<BagCheckoutOutcome | null>(null);

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

  async function open(extras: CheckoutRedirectQuery = {}, pressed?: CheckoutClick): Promise<string | null> {
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
    const address = await open({}, { shown: $displayedBag.get(), signal: press.current.signal });
    if (address !== null) setTimeout(() => location.assign(localPath(address)), redirectDelay);
  }

  return {
    isBusy,
    message: outcome?.kind === 'changed' || outcome?.kind === 'failed' ? outcome.message : '',
    lasts: outcome?.kind === 'changed' ? reloadDelay : undefined,
    isUnseen: outcome?.kind === 'unseen',
    start,
    open,
    reload() {
      if (outcome?.kind !== 'changed') return;
      // Without storage the message is lost; the bag itself shows the change.
      safeSessionStorage.set(changedKey, outcome.message);
      location.reload();
    },
  };
}

/** A script that fails to load is an outcome too: the bag stays and the shopper can retry. */
async function opened(extras: CheckoutRedirectQuery, pressed?: CheckoutClick): Promise<BagCheckoutOutcome> {
  try {
    const { openCheckout } = await import('./open-checkout.ts');
    return await openCheckout(extras, pressed);
  } catch {
    return { kind: 'failed', message: unreachableMessage() };
  }
}

/** Returns the message of a 10209 error from before the last reload, and clears it. */
export function popBagChangedMessage(): string {
  const message = safeSessionStorage.get(changedKey) ?? '';
  safeSessionStorage.remove(changedKey);
  return message;
}
