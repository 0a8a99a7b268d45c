/** Loaded after consent. Sends server-side conversions immediately, and pixel events from 2 s after page load (TRK-01, TRK-17, R27). */

import { isPageWithoutPixels } from '#lib/marketing/pages-without-pixels.ts';
import type { EventProducts } from '#lib/marketing/shop-event.ts';
import { parseStoredJson } from '#lib/storage/device-storage.ts';
import { sessionId } from '../api/session-id.ts';
import { safeSessionStorage } from '../stores/storage.ts';
import { track } from '../tracking/track.ts';
import { afterLoad, marketingDelay } from './after-load.ts';
import type { PixelModule, SendToPixel } from './pixels/pixel.ts';
import { type ShopperEvent, sendEvent, subscribeToEvents } from './shopper-events.ts';

type PricedEvent = ShopperEvent & { goods: EventProducts };

const modules: Record<string, () => Promise<PixelModule>> = {
  meta: () => import('./pixels/meta.ts'),
  tiktok: () => import('./pixels/tiktok.ts'),
  google: () => import('./pixels/google.ts'),
  pinterest: () => import('./pixels/pinterest.ts'),
  snapchat: () => import('./pixels/snapchat.ts'),
};

/** Session storage key of pixel events queued for the next page; written only with consent. */
const laterKey = 'pixel_later';
const onceKey = 'pixel_once';

/** Queued events that have not been sent to pixels yet. */
const waiting: PricedEvent[] = [];
let send: SendToPixel | null = null;
/** Cancels the scheduled loading of pixels; null while advertising is off. */
let callOff: (() => void) | null = null;
/** Returns whether consent is still given: it may have been withdrawn in another tab. */
let isAllowed = () => false;

let withdraw = () => {};
/** Stops advertising if consent was withdrawn in another tab, or while this page was in the back-forward cache. */
const obey = () => {
  if (!isAllowed()) withdraw();
};

/**
 * Starts advertising.
 * @param holds returns whether the stored consent is still given
 * @param end called when consent has been withdrawn
 */
export function startAdvertising(holds: () => boolean, end: () => void): void {
  if (callOff || !holds()) return;
  isAllowed = holds;
  withdraw = end;
  addEventListener('storage', obey);
  addEventListener('pageshow', obey);
  const { pixels = '', conversions = '', page } = document.documentElement.dataset;
  const ids = pixels.split(' ').map((pixel) => pixel.split(':') as [string, string]);
  const services = ids.map(([name]) => name);
  const isClosed = isPageWithoutPixels(page, location.search);
  waiting.push(...readLater());
  keepAdClick(services, Date.now());
  subscribeToEvents((event) => {
    if (!isAllowed() || !isFirst(event)) return;
    const whole = { ...event, goods: priced(event.goods) };
    for (const service of conversions.split(' ')) forward(service, whole);
    if (send) send(whole);
    else waiting.push(whole);
  });
  // Never send the URL of a private page.
  if (!isClosed) sendPageEvents();
  addEventListener('pagehide', keepForLater);
  callOff = isClosed ? () => {} : afterLoad(marketingDelay, () => whenIdle(() => loadPixels(ids)));
}

/** Stops sending events and discards unsent ones. */
export function stopAdvertising(): void {
  callOff?.();
  callOff = null;
  send = null;
  waiting.length = 0;
  removeEventListener('pagehide', keepForLater);
  removeEventListener('storage', obey);
  removeEventListener('pageshow', obey);
}

async function loadPixels(ids: [string, string][]): Promise<void> {
  const found = await Promise.allSettled(ids.map(([name]) => modules[name]?.()));
  // Consent was withdrawn while the pixel scripts loaded.
  if (!callOff || !isAllowed()) return;
  const sends = found.flatMap((one, at) => {
    const pixel = one.status === 'fulfilled' ? one.value : undefined;
    return pixel ? [pixel.loadPixel(ids[at]?.[1] ?? '')] : [];
  });
  send = (event) => {
    for (const sendTo of sends) sendTo(event);
  };
  waiting.splice(0).forEach(send);
}

/** Stores unsent pixel events for the next page, except this page's page view. Omits the email, which only the server may receive. */
function keepForLater(): void {
  const unsent = waiting.splice(0).filter(({ name }) => name !== 'PageView');
  if (unsent.length > 0 && isAllowed())
    safeSessionStorage.set(laterKey, JSON.stringify(unsent.map(({ email, once, ...event }) => event)));
}

/** Runs `act` when the browser is idle, or in the next task in Safari, which has no `requestIdleCallback`. */
function whenIdle(act: () => void): void {
  if ('requestIdleCallback' in globalThis) requestIdleCallback(act, { timeout: 2000 });
  else setTimeout(act);
}

function readLater(): PricedEvent[] {
  const stored = parseStoredJson(safeSessionStorage.get(laterKey));
  safeSessionStorage.remove(laterKey);
  return Array.isArray(stored) ? stored : [];
}

function isFirst({ once }: ShopperEvent): boolean {
  if (!once) return true;
  const before = (safeSessionStorage.get(onceKey) ?? '').split(' ');
  if (before.includes(once)) return false;
  safeSessionStorage.set(onceKey, [...before, once].slice(-20).join(' '));
  return true;
}

/** Returns an event's products with their total value in the shop's currency; omits the value if a price is missing. */
function priced(named: ShopperEvent['goods']): EventProducts {
  const products = 'bag' in named ? { contents: contentsOf(named) } : named;
  const { contents = [] } = products;
  if (products.value !== undefined || contents.length === 0) return products;
  const value = contents.reduce((sum, { price = Number.NaN, quantity }) => sum + price * quantity, 0);
  const currency = readShopCurrency();
  return currency && !Number.isNaN(value)
    ? { ...products, value: Math.round(value * 100) / 100, currency }
    : products;
}

/** Returns the products of an event with their prices from the bag. */
function contentsOf({ products, bag }: Extract<ShopperEvent['goods'], { bag: unknown }>) {
  return products.map(({ spu_id, sku_id, quantity }) => ({
    ...{ id: String(spu_id), quantity, price: bag.lines.find((line) => line.sku_id === sku_id)?.price },
  }));
}

/** Returns the shop's currency from the page data (client/page/page-shop.ts), without loading the currency formatter. */
function readShopCurrency(): string | undefined {
  const shop = parseStoredJson(document.getElementById('shop')?.textContent) as {
    currency?: { currencies?: { currency: string; is_default: boolean }[] };
  } | null;
  const currencies = shop?.currency?.currencies ?? [];
  return (currencies.find((entry) => entry.is_default) ?? currencies[0])?.currency;
}

/** Sends an event to the shop's server, which adds prices and purchases from its own data and looks up the session (visits.ts). */
function forward(service: string, { name, id, at, goods, email }: PricedEvent): void {
  const person: Record<string, string> = email ? { email } : {};
  const shared = {
    ...{ event_id: id, url: location.href.slice(0, 2048), consent: true },
    session_id: sessionId(),
  };
  const sent = goods as Record<string, string>;
  if (service === 'meta') {
    track('POST /fb/pixel/event/conversions', () => ({
      ...{ ...shared, event_name: name, event_time: at, user_data: person, custom_data: sent },
    }));
  } else if (service === 'tiktok') {
    track('POST /tiktok/pixel/event/conversions', () => ({
      ...{ ...shared, event: name, timestamp: at, user: person, properties: sent },
    }));
  }
}

/** Sends the events for opening this page (R77): the page view, and a product view or search. */
function sendPageEvents(): void {
  sendEvent('PageView');
  const { page } = document.documentElement.dataset;
  if (page === 'detail') sendEvent('ViewContent', shownProduct());
  const q = page === 'search' ? new URLSearchParams(location.search).get('q')?.trim() : '';
  if (q) sendEvent('Search', { query: q });
}

interface Offer {
  url?: string;
  price?: number;
  lowPrice?: number;
  priceCurrency?: string;
}
interface Facts {
  offers?: Offer;
  hasVariant?: { offers?: Offer }[];
}

/** Returns the product from the page's structured data, with the price of the variant in the URL. */
function shownProduct(): EventProducts {
  const id = document.querySelector<HTMLElement>('[data-product]')?.dataset.product;
  if (!id) return {};
  const contents = [{ id, quantity: 1 }];
  try {
    const text = document.querySelector('script[type="application/ld+json"]')?.textContent ?? '';
    const { offers, hasVariant = [] } = JSON.parse(text) as Facts;
    const variant = new URLSearchParams(location.search).get('variant');
    const chosen =
      hasVariant.find(({ offers }) => offers?.url?.endsWith(`variant=${variant}`)) ?? hasVariant[0];
    const offer = offers ?? chosen?.offers;
    return { value: offer?.price ?? offer?.lowPrice, currency: offer?.priceCurrency, contents };
  } catch {
    // The first JSON-LD block may be a merchant's custom one: then report the product without its price.
    return { contents };
  }
}

/** Valid format of ad-click ids in the URL; other values are ignored. */
const clickId = /^[\w.-]{1,500}$/;

/** Stores ad-click ids from the URL in session cookies (R76, SESS-11). @param services names of the shop's advertising services */
function keepAdClick(services: readonly string[], now: number): void {
  const query = new URLSearchParams(location.search);
  const fbclid = query.get('fbclid') ?? '';
  const ttclid = query.get('ttclid') ?? '';
  if (services.includes('meta') && clickId.test(fbclid) && !hasCookie('_fbc'))
    setCookie('_fbc', `fb.1.${now}.${fbclid}`);
  if (services.includes('tiktok') && clickId.test(ttclid) && !hasCookie('ttclid'))
    setCookie('ttclid', ttclid);
}

function hasCookie(name: string): boolean {
  return document.cookie.split(/;\s*/).some((pair) => pair.startsWith(`${name}=`));
}

function setCookie(name: string, value: string): void {
  const secure = location.protocol === 'https:' ? '; Secure' : '';
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in Safari before 18.4 and on plain http.
  document.cookie = `${name}=${value}; Path=/; SameSite=Lax${secure}`;
}
