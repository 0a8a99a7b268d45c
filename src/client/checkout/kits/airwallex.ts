/** Airwallex's card form in the checkout, loaded from Airwallex's host when the payment method is chosen. */
import type { createElement, init, SDKOptions } from '@airwallex/components-sdk';
import { loadScript } from '#client/loading/load-script.ts';
import type { MountedPaymentForm, PaymentFormOptions } from '#lib/checkout/place-order.ts';
import { watchFormLoad } from '../form-ready.ts';

/** The part of Airwallex's global object that this module uses. */
interface Sdk {
  init: typeof init;
  createElement: typeof createElement;
}

/** Mounts the card form in `host`. @throws Error if Airwallex's script or card form cannot be loaded */
export async function openForm(
  host: HTMLElement,
  {
    kit,
    silent,
    onReady,
    onUnavailable,
  }: Pick<PaymentFormOptions, 'kit' | 'silent' | 'onReady' | 'onUnavailable'>,
): Promise<MountedPaymentForm> {
  const window = globalThis as { AirwallexComponentsSDK?: Sdk };
  if (!window.AirwallexComponentsSDK) await loadScript(kit.script_url);
  const sdk = window.AirwallexComponentsSDK;
  await sdk?.init({ env: kit.environment as SDKOptions['env'], enabledElements: ['payments'] });
  const element = await sdk?.createElement('card');
  if (!element) throw new Error('The kit has no card form.');
  const form = watchFormLoad(onUnavailable, () => new Error(silent));
  element.on('ready', () => {
    form.markReady();
    onReady();
  });
  element.mount(host);
  return {
    needsResultFetch: true,
    // Airwallex's form fetches the amount itself, and validates its fields when the payment is confirmed.
    amend: async () => {},
    submit: () =>
      form.whenReady().then(
        () => '',
        (error: Error) => error.message,
      ),
    async confirm(client_secret) {
      try {
        await element.confirm({ client_secret });
        return '';
      } catch (problem) {
        return (problem as Error).message;
      }
    },
    destroy() {
      form.fail();
      element.unmount();
    },
  };
}
