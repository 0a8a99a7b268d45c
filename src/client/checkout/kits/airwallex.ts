/** Airwallex's kit: its card form in the page, and the payment it makes with it. Loaded where it is chosen, from its own host. */
import type { createElement, init, SDKOptions } from '@airwallex/components-sdk';
import { loadScript } from '#client/loading/load-script.ts';
import type { KitForm, KitOptions } from '#lib/checkout/place-order.ts';
import { watchForm } from '../form-ready.ts';

/** What its script leaves in the window, as far as it is used here. */
interface Sdk {
  init: typeof init;
  createElement: typeof createElement;
}

/**
 * Shows the card form in `host`.
 * @throws Error when the kit cannot be loaded
 */
export async function openForm(
  host: HTMLElement,
  { kit, silent, onReady, onUnavailable }: Pick<KitOptions, 'kit' | 'silent' | 'onReady' | 'onUnavailable'>,
): Promise<KitForm> {
  const window = globalThis as { AirwallexComponentsSDK?: Sdk };
  if (!window.AirwallexComponentsSDK) await loadScript(kit.script_url);
  const sdk = window.AirwallexComponentsSDK;
  await sdk?.init({ env: kit.environment as SDKOptions['env'], enabledElements: ['payments'] });
  const element = await sdk?.createElement('card');
  if (!element) throw new Error('The kit has no card form.');
  const form = watchForm(onUnavailable, () => new Error(silent));
  element.on('ready', () => {
    form.markReady();
    onReady();
  });
  element.mount(host);
  return {
    asksShop: true,
    // The kit asks for the amount itself, and checks its fields when it pays.
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
