/** TikTok Pixel (`ttq`). */
import { loadPixelScript, type SendToPixel } from './pixel.ts';

const source = 'https://analytics.tiktok.com/i18n/pixel/events.js';
/** Methods of TikTok's pixel that are queued until its script has loaded. */
const methods = [
  'page',
  'track',
  'identify',
  'instances',
  'debug',
  'on',
  'off',
  'once',
  'ready',
  'alias',
  'group',
];
const consents = ['enableCookie', 'disableCookie', 'holdConsent', 'revokeConsent', 'grantConsent'];
/** TikTok's own names for two events; they must match server/tracking/tiktok.ts. */
const names: Record<string, string> = { PageView: 'Pageview', Purchase: 'CompletePayment' };

type Queue = unknown[][] & Record<string, (...call: unknown[]) => void>;

export function loadPixel(id: string): SendToPixel {
  const queueOf = (queue: Queue) => {
    for (const method of [...methods, ...consents])
      queue[method] = (...call) => queue.push([method, ...call]);
    return queue;
  };
  const ttq = queueOf([] as unknown as Queue);
  const pixel = queueOf([] as unknown as Queue);
  Object.assign(pixel, { _u: source });
  Object.assign(ttq, {
    ...{
      methods: [...methods, ...consents],
      _i: { [id]: pixel },
      _t: { [id]: Date.now() },
      _o: { [id]: {} },
    },
    instance: (of: string) => (of === id ? pixel : queueOf([] as unknown as Queue)),
  });
  Object.assign(window, { TiktokAnalyticsObject: 'ttq', ttq });
  loadPixelScript(`${source}?sdkid=${id}&lib=ttq`);
  return ({ name, id: event_id, goods }) => {
    const { value, currency, contents, query, order_id } = goods;
    const data = {
      ...(value !== undefined && { value, currency }),
      ...(contents && {
        content_type: 'product',
        contents: contents.map((one) => ({ content_id: one.id, quantity: one.quantity, price: one.price })),
      }),
      ...(query && { query }),
      ...(order_id && { order_id }),
    };
    // TikTok's script replaces `window.ttq` when it loads, so read the global for each event.
    (window as unknown as { ttq: Queue }).ttq.track?.(names[name] ?? name, data, { event_id });
  };
}
