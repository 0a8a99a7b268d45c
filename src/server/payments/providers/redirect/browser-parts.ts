/** What the checkout needs of a gateway in the browser: the address of its card form, or its kit; and who may be loaded. */
import type { PaymentHosts } from '../../environment.ts';
import type { GatewayKeys } from './environment.ts';

export interface BrowserParts {
  frame_url: string;
  kit?: { script_url: string; environment: string; public_key: string; is_authorize: boolean };
}

/** @param flow of the merchant's method */
export function browserParts(keys: GatewayKeys | undefined, flow: string): BrowserParts {
  if (keys?.name === 'ocean' && flow === 'card') {
    return { frame_url: `${keys.web}/gateway/card-frame?provider=ocean` };
  }
  if (keys?.name === 'airwallex' && flow === 'kit') {
    const script_url = `${keys.web}/components/sdk/v1/index.js`;
    const { environment } = keys;
    return { frame_url: '', kit: { script_url, environment, public_key: '', is_authorize: false } };
  }
  return { frame_url: '' };
}

/** `hosts` with those of the gateways that load anything in the checkout. */
export function withGatewayHosts(hosts: PaymentHosts, gateways: Iterable<GatewayKeys>): PaymentHosts {
  const all = [...gateways];
  const web = (name: GatewayKeys['name']) => all.filter((keys) => keys.name === name).map((keys) => keys.web);
  return withHosts(hosts, web('ocean'), web('airwallex'));
}

/**
 * @param forms origins of card forms
 * @param kits origins of kits: Airwallex's own stands for all of theirs
 */
export function withHosts(hosts: PaymentHosts, forms: string[], kits: string[]): PaymentHosts {
  const own = 'https://*.airwallex.com';
  const loaded = kits.map((kit) => (new URL(kit).hostname.endsWith('.airwallex.com') ? own : kit));
  const theirs = loaded.filter((kit) => kit === own);
  const unique = (...origins: string[]) => [...new Set(origins)];
  return {
    script: unique(...hosts.script, ...loaded),
    frame: unique(...hosts.frame, ...forms, ...loaded),
    connect: unique(...hosts.connect, ...theirs),
    img: unique(...hosts.img, ...theirs),
  };
}
