/** Airwallex's kit: its card form in the page, and the payment it makes with it. Loaded where it is chosen, from its own host. */
import { loadScript } from '#client/load-script.ts';

interface CardElement {
  mount(host: HTMLElement): unknown;
  unmount?(): void;
  on(event: 'ready' | 'error', listener: () => void): void;
  confirm(payment: { client_secret: string }): Promise<unknown>;
}

/** What its script leaves in the window, as far as it is used here. */
interface Sdk {
  init(options: { env: string; enabledElements: string[] }): Promise<unknown>;
  createElement(type: 'card'): Promise<CardElement | null>;
}

export interface KitForm {
  /** Pays with the card as it is typed in. @throws Error with words for the shopper */
  confirm(clientSecret: string): Promise<void>;
  destroy(): void;
}

/**
 * Shows the card form in `host`.
 * @throws Error when the kit cannot be loaded
 */
export async function openKitForm(
  host: HTMLElement,
  kit: { url: string; environment: string },
  onReady: () => void,
): Promise<KitForm> {
  const window = globalThis as { AirwallexComponentsSDK?: Sdk };
  if (!window.AirwallexComponentsSDK) await loadScript(kit.url);
  const sdk = window.AirwallexComponentsSDK;
  await sdk?.init({ env: kit.environment, enabledElements: ['payments'] });
  const element = await sdk?.createElement('card');
  if (!element) throw new Error('The kit has no card form.');
  element.on('ready', onReady);
  element.mount(host);
  return {
    async confirm(client_secret) {
      await element.confirm({ client_secret });
    },
    destroy: () => element.unmount?.(),
  };
}
