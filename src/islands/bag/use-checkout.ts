import { useEffect, useRef, useState } from 'react';
import { unreachableMessage } from '#client/api/api.ts';
import { $displayedBag } from '#client/bag/page-pricing.ts';
import { localPath } from '#client/language/local-path.ts';
import { onRestore } from '#client/page/on-restore.ts';
import { safeSessionStorage } from '#client/stores/storage.ts';
import type { BagCheckoutOutcome, CheckoutRedirectQuery } from '#lib/bag/checkout.ts';
import { redirectDelay, reloadDelay } from '#lib/bag/checkout-groups.ts';
import type { CheckoutClick } from './open-checkout.ts';

/** sessionStorage key for the message of error 10209 (`checkoutChanged`), which the bag shows again after the reload (R126). */
const changedKey = 'bag_changed';

export interface CheckoutButtonState {
  isBusy: boolean;
  /** Error message, '' for none. If `lasts` is set, the page reloads after that time in ms. */
  message: string;
  lasts: number | undefined;
  /** True if prices that arrived after the click changed the bag: the shopper must see the changed bag before the checkout. */
  isUnseen: boolean;
  /** Waits for pending prices, creates the checkout and navigates to it. */
  start(): Promise<void>;
  /** Creates the checkout. @returns the checkout's path, null after an error, which `message` then explains */
  open(extras?: CheckoutRedirectQuery): Promise<string | null>;
  reload(): void;
}

export function useCheckout(): CheckoutButtonState {
  const [isBusy, setBusy] = useState(false);
  const [outcome, setOutcome] = useState<BagCheckoutOutcome | null>(null);

  // Aborts the current click when the button is removed, or when the shopper returns to the page with the back button.
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
      // If storage is unavailable, the message is lost, but the reloaded bag itself shows the change.
      safeSessionStorage.set(changedKey, outcome.message);
      location.reload();
    },
  };
}

/** Loads the script that creates the checkout and runs it. If the script fails to load, returns an error, so that the shopper can retry. */
async function opened(extras: CheckoutRedirectQuery, pressed?: CheckoutClick): Promise<BagCheckoutOutcome> {
  try {
    const { openCheckout } = await import('./open-checkout.ts');
    return await openCheckout(extras, pressed);
  } catch {
    return { kind: 'failed', message: unreachableMessage() };
  }
}

/** Returns the stored message of a 10209 error that occurred before the page reloaded, and deletes it. */
export function popBagChangedMessage(): string {
  const message = safeSessionStorage.get(changedKey) ?? '';
  safeSessionStorage.remove(changedKey);
  return message;
}
