/**
 * Stripe's Payment Element in the checkout: fields and wallets live in Stripe's frame, confirmed in the page (v3).
 * Loaded with Stripe's script when the method is chosen (KitPanel.tsx).
 */
import type { Appearance, StripeConstructorOptions, StripeError } from '@stripe/stripe-js';
import { loadStripe } from '@stripe/stripe-js/pure/index.mjs';
import { watchFormLoad } from '#client/checkout/form-ready.ts';
import { localPath } from '#client/language/local-path.ts';
import { loadScript } from '#client/loading/load-script.ts';
import type { MountedPaymentForm, PaymentFormOptions } from '#lib/checkout/place-order.ts';
import { roundToMinorUnits } from '#lib/money/minor.ts';
import { toStripeAmount } from '#lib/money/stripe-amount.ts';

/** Shows the Payment Element in `host`. @throws Error when Stripe's script cannot be loaded, or Stripe rejects the amount */
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
    // Only after success: after a failed update the next attempt must send the amount again.
    amount = newAmount;
  }

  return {
    amend,
    async submit(total) {
      // A wallet opens its sheet only while the click is being handled, so skip every await that is not needed.
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
        // The next attempt first checks the status of this one.
        return silent;
      }
    },
    destroy() {
      form.fail();
      element.destroy();
    },
  };
}

/** The only place that distinguishes the sandbox from Stripe: the sandbox sets `window.Stripe`, which the loader reuses. */
async function loadKit({ public_key, script_url }: PaymentFormOptions['kit']) {
  if (script_url !== '' && !('Stripe' in window)) await loadScript(script_url);
  const locale = document.documentElement.lang as NonNullable<StripeConstructorOptions['locale']>;
  const stripe = await loadStripe(public_key, { locale });
  if (!stripe) throw new Error('Stripe’s kit is not there.');
  return stripe;
}

/** Stripe writes card and field errors for shoppers; its other messages are for developers. */
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
