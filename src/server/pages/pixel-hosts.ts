/**
 * Hosts of advertising services, limited to those whose pixels a page may load (R77, docs/decisions/25-consent-and-pixels.md).
 * Pure.
 */
import type { PaymentHosts } from '../core/payment-provider.ts';

type Hosts = Partial<PaymentHosts>;

const analytics = [
  'https://*.google-analytics.com',
  'https://*.analytics.google.com',
  'https://*.googletagmanager.com',
];
const ads = ['https://*.doubleclick.net', 'https://www.googleadservices.com', 'https://www.google.com'];

/** CSP hosts by service, from the documentation of each service. */
const hostsOf: Record<string, (id: string) => Hosts> = {
  meta: () => ({
    script: ['https://connect.facebook.net'],
    connect: ['https://connect.facebook.net', 'https://www.facebook.com'],
    img: ['https://www.facebook.com'],
  }),
  tiktok: () => ({
    script: ['https://analytics.tiktok.com'],
    connect: ['https://analytics.tiktok.com'],
    img: ['https://analytics.tiktok.com'],
  }),
  google: (id) => {
    const scripts = ['https://www.googletagmanager.com'];
    if (id.startsWith('G-')) return { script: scripts, connect: analytics, img: analytics };
    const all = [...analytics, ...ads];
    return {
      script: [...scripts, ...ads],
      connect: all,
      img: all,
      frame: [...scripts, 'https://td.doubleclick.net'],
    };
  },
  pinterest: () => ({
    script: ['https://s.pinimg.com'],
    connect: ['https://ct.pinterest.com'],
    img: ['https://ct.pinterest.com'],
    frame: ['https://ct.pinterest.com'],
  }),
  snapchat: () => ({
    script: ['https://sc-static.net', 'https://tr.snapchat.com'],
    connect: ['https://tr.snapchat.com'],
    img: ['https://tr.snapchat.com'],
    frame: ['https://tr.snapchat.com'],
  }),
};

/** Returns `hosts` plus the hosts of the given pixels. @param pixels pixel ids by service */
export function withPixelHosts(hosts: PaymentHosts, pixels: Record<string, string>): PaymentHosts {
  const found = Object.entries(pixels).flatMap(([service, id]) => hostsOf[service]?.(id) ?? []);
  const of = (kind: keyof PaymentHosts) => [...hosts[kind], ...found.flatMap((one) => one[kind] ?? [])];
  return { script: of('script'), frame: of('frame'), connect: of('connect'), img: of('img') };
}
