/** What the checkout needs of a gateway in the browser: the address of its card form, or its kit; and who may be loaded. */
import type { PaymentHosts } from '../environment.ts';
import type { GatewayKeys } from './environment.ts';

export interface BrowserParts {
  frame_url: string;
  kit?: { url: string; environment: string };
}

/** @param flow of the merchant's method */
export function browserParts(keys: GatewayKeys | undefined, flow: string): BrowserParts {
  if (keys?.name === 'ocean' && flow === 'card') {
    return { frame_url: `${keys.web}/gateway/card-frame?provider=ocean` };
  }
  if (keys?.name === 'airwallex' && flow === 'kit') {
    const url = `${keys.web}/components/sdk/v1/index.js`;
    return { frame_url: '', kit: { url, environment: keys.environment } };
  }
  return { frame_url: '' };
}

/** `hosts` with those of the gateways that load anything in the checkout. */
export function withGatewayHosts(hosts: PaymentHosts, gateways: Iterable<GatewayKeys>): PaymentHosts {
  let all = hosts;
  for (const keys of gateways) {
    if (keys.name === 'ocean') all = join(all, { frame: [keys.web] });
    if (keys.name === 'airwallex') all = join(all, kitHosts(keys));
  }
  return all;
}

function kitHosts(keys: GatewayKeys): Partial<PaymentHosts> {
  if (keys.isSandbox) return { script: [keys.web], frame: [keys.web] };
  const own = ['https://*.airwallex.com'];
  return { script: own, frame: own, connect: own, img: own };
}

function join(hosts: PaymentHosts, more: Partial<PaymentHosts>): PaymentHosts {
  const both = (name: keyof PaymentHosts) => [...new Set([...hosts[name], ...(more[name] ?? [])])];
  return { script: both('script'), frame: both('frame'), connect: both('connect'), img: both('img') };
}
