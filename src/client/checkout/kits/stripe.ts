/**
 * Stripe's Payment Element in the checkout: fields and wallets are in Stripe's iframe; the page confirms a payment that the shop has
 * created (payment flow v3). Loaded together with Stripe's script when the payment method is chosen (KitPanel.tsx).
 */
import type { Appearance, StripeConstructorOptions, StripeError } from '@stripe/stripe-js';
import { loadStripe } from '@stripe/stripe-js/pure/index.mjs';
import { watchFormLoad } from '#client/checkout/form-ready.ts';
import { localPath } from '#client/language/local-path.ts';
import { loadScript } from '#client/loading/load-script.ts';
import type { MountedPaymentForm, PaymentFormOptions } from '#lib/checkout/place-order.ts';
import { roundToMinorUnits } from '#lib/money/minor.ts';
import { toStripeAmount } from '#lib/money/stripe-amount.ts';

/** Mounts the Payment Element in `host`. @throws Error if Stripe's script cannot be loaded or Stripe rejects the amount */
export async function openForm(host: HTMLElement, options: PaymentFormOptions): Promise<MountedPaymentForm> {
  const { kit, currency, payer, silent } = options;
  const inUnits = (total: number) => toStripeAmount(roundToMinorUnits(total, currency), currency);
  let amount = inUnits(options.total);
  const stripe = await loadKit(kit);
  const elements = stripe.elements({
    ...{ mode: 'payment', amount, currency: currency.toLowerCase(), appearance: appearanceOf(host) },
    ...(kit.is_authorize ? { captureMethod: 'manual' as const } : {}),
  });
  const element = elements.create('payment', {
    layout: 'tabs',
    defaultValues: { billingDetails: payer() },
  });
  const form = watchFormLoad(options.onUnavailable, () => new Error(silent));
  element.on('ready', () => {
    form.markReady();
    options.onReady();
  });
  element.on('loaderror', () => {
    form.fail();
    options.onUnavailable();
  });
  element.mount(host);

  async function amend(total: number): Promise<void> {
    const newAmount = inUnits(total);
    if (newAmount === amount) return;
    await elements.update({ amount: newAmount });
    // Store the amount only after a successful update: after a failed one, the next attempt must send it again.
    amount = newAmount;
  }

  return {
    amend,
    async submit(total) {
      // A wallet can open its payment sheet only while the click is being handled, so skip unneeded awaits.
      if (!form.isReady) {
        const problem = await form.whenReady().catch((error: Error) => error);
        if (problem) return problem.message;
      }
      try {
        if (inUnits(total) !== amount) await amend(total);
        const { error } = await elements.submit();
        return error ? toShopperMessage(error, silent) : '';
      } catch {
        return silent;
      }
    },
    async confirm(clientSecret, path) {
      const return_url = new URL(localPath(path), location.href).href;
      const payment_method_data = { billing_details: payer() };
      const confirmOptions = { elements, clientSecret, confirmParams: { return_url, payment_method_data } };
      try {
        const { error } = await stripe.confirmPayment({ ...confirmOptions, redirect: 'if_required' });
        return error ? toShopperMessage(error, silent) : '';
      } catch {
        // The result is unknown; the next attempt first checks the status of this payment.
        return silent;
      }
    },
    destroy() {
      form.fail();
      element.destroy();
    },
  };
}

/** Loads Stripe.js. Only here does the payment sandbox differ: its own script sets `window.Stripe`, which the loader then reuses. */
async function loadKit({ public_key, script_url }: PaymentFormOptions['kit']) {
  if (script_url !== '' && !('Stripe' in window)) await loadScript(script_url);
  const locale = document.documentElement.lang as NonNullable<StripeConstructorOptions['locale']>;
  const stripe = await loadStripe(public_key, { locale });
  if (!stripe) throw new Error('Stripe’s kit is not there.');
  return stripe;
}

/** Returns Stripe's message for card and field errors, which are written for shoppers; its other messages are for developers. */
function toShopperMessage({ type, code, message }: StripeError, silent: string): string {
  const isForShoppers =
    type === 'card_error' || type === 'validation_error' || code === 'payment_intent_authentication_failure';
  return (isForShoppers && message) || silent;
}

/** Derives Stripe's appearance from the merchant's design tokens. */
function appearanceOf(host: HTMLElement): Appearance {
  const page = getComputedStyle(host);
  const token = (name: string) => page.getPropertyValue(name).trim();
  return {
    theme: 'stripe',
    labels: 'above',
    disableAnimations: matchMedia('(prefers-reduced-motion: reduce)').matches,
    variables: {
      ...{ colorPrimary: token('--color-accent'), colorDanger: token('--color-error') },
      ...{ colorText: token('--color-ink'), colorTextSecondary: token('--color-ink-soft') },
      ...{ colorBackground: token('--color-raised'), borderRadius: token('--radius-sm') },
      ...{ fontFamily: `${page.fontFamily}, system-ui, sans-serif`, fontSizeBase: page.fontSize },
      ...{ gridRowSpacing: '16px', gridColumnSpacing: '16px' },
    },
    rules: {
      '.Input': {
        ...{ border: `1px solid ${token('--color-line-strong')}`, boxShadow: 'none' },
        ...{ padding: '12px 16px', lineHeight: '22px' },
      },
      '.Label': { fontSize: '14px', fontWeight: '500', color: token('--color-ink'), marginBottom: '8px' },
    },
  };
}
