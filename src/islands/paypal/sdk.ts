/** Loads PayPal's SDK when the shopper hovers over, touches or focuses the button, so that a click can open PayPal's window. */
import { loadCoreSdkScript, type OneTimePaymentSession } from '@paypal/paypal-js/sdk-v6';
import { loadScript } from '#client/loading/load-script.ts';
import type { PayPalConfig } from '#lib/paypal/button-visibility.ts';

export interface SessionEvents {
  onApprove: (orderId: string) => Promise<void>;
  onCancel: () => void;
  onError: (error: Error) => void;
}

/**
 * Loads PayPal's SDK. In test mode it first loads the SDK from `sdk_url`; PayPal's loader then makes no request, because it uses an
 * SDK that is already on the page (docs/decisions/08-security-policy.md). No other function distinguishes sandbox from production.
 */
async function kit(config: PayPalConfig) {
  if (config.test_mode && !('paypal' in window)) await loadScript(config.sdk_url);
  const environment = config.sdk_url.startsWith('https://www.paypal.com/') ? 'production' : 'sandbox';
  const loaded = await loadCoreSdkScript({ environment });
  if (!loaded) throw new Error('PayPal’s kit is not there.');
  return loaded;
}

/** Creates a payment session. @throws Error if the SDK cannot be loaded or PayPal is not offered to this shopper */
export async function createSession(
  config: PayPalConfig,
  events: SessionEvents,
): Promise<OneTimePaymentSession> {
  const paypal = await kit(config);
  const instance = await paypal.createInstance({
    clientId: config.client_id,
    components: ['paypal-payments'],
    pageType: 'checkout',
  });
  const methods = await instance.findEligibleMethods({ currencyCode: config.currency });
  if (!methods.isEligible('paypal')) throw new Error('PayPal is not offered to this shopper.');
  return instance.createPayPalOneTimePaymentSession({
    onApprove: ({ orderId }) => events.onApprove(orderId),
    onCancel: () => events.onCancel(),
    onError: (error) => events.onError(error),
  });
}
