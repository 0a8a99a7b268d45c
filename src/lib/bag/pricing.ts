/** Keeps the bag's pricing up to date: one request for a burst of changes; responses for an outdated bag are ignored. */
import { atom, type ReadableAtom } from 'nanostores';
import * as codes from '../contract/codes.ts';
import type { DeliveryEstimate } from '../contract/delivery-estimate.ts';
import type { Envelope } from '../contract/endpoint.ts';
import type { WireBagDiscount } from '../contract/wire-checkout-group.ts';
import type { Bag } from './bag-codec.ts';
import {
  type BagPricing,
  emptyPricing,
  type PriceCache,
  type VariantPrice,
  type VariantStock,
} from './bag-pricing.ts';
import type { PricingState } from './bag-view-model.ts';
import { type CheckoutRequestLine, priceKey, toVariantRequest } from './checkout-groups.ts';
import { isGift, type Line } from './line.ts';

/** Debounce after a change before the bag is priced, ms (R95). */
const afterChange = 100;
/** Longer debounce after a deletion, ms; the deleted line disappears immediately (R95). */
const afterDeletion = 500;

/** The requests that pricing needs; each resolves to an envelope and never throws. */
export interface PricingApi {
  price(variants: CheckoutRequestLine[]): Promise<Envelope<VariantPrice[]>>;
  inventory(variants: CheckoutRequestLine[]): Promise<Envelope<VariantStock[]>>;
  discount(bag: Bag): Promise<Envelope<WireBagDiscount & { arrives?: DeliveryEstimate | null | undefined }>>;
}

export interface PricingStore {
  $quote: ReadableAtom<BagPricing | null>;
  $state: ReadableAtom<PricingState>;
  /** Prices by variant and customisation (R35). */
  prices: PriceCache;
  /** Prices the bag immediately; called when the bag opens, the page becomes visible again or the network returns. */
  refresh(): Promise<void>;
  stop(): void;
}

export interface PricingStoreOptions {
  $bag: ReadableAtom<Bag>;
  calls: PricingApi;
  /** False for a hidden tab: it does not price the changes that other tabs make. */
  isVisible(): boolean;
  /** Called with every new pricing, e.g. to drop lines. */
  onQuote(quote: BagPricing): void;
}

export function createPricingStore({ $bag, calls, isVisible, onQuote }: PricingStoreOptions): PricingStore {
  const $quote = atom<BagPricing | null>(null);
  const $state = atom<PricingState>('idle');
  const prices: PriceCache = new Map();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let requestNo = 0;

  async function refresh(): Promise<void> {
    clearTimeout(timer);
    const turn = ++requestNo;
    const bag = $bag.get();
    $state.set('updating');
    // A response that is not an API envelope, for example from a proxy, counts as a failure.
    const quote = await fetchPricing(bag, calls, prices).catch(() => null);
    // A newer request is running or scheduled, so this response is outdated.
    if (turn !== requestNo || $bag.get() !== bag) return;
    $state.set(quote && !quote.isPlain ? 'idle' : 'failed');
    if (!quote) return;
    $quote.set(quote);
    if (!quote.isPlain) onQuote(quote);
  }

  const stopListening = $bag.listen((bag, before) => {
    clearTimeout(timer);
    $state.set('updating');
    if (!isVisible()) return;
    const isDeletion = bag.lines.length < (before?.lines.length ?? 0);
    timer = setTimeout(() => void refresh(), isDeletion ? afterDeletion : afterChange);
  });

  return {
    $quote,
    $state,
    prices,
    refresh,
    stop() {
      clearTimeout(timer);
      requestNo++;
      stopListening();
    },
  };
}

/**
 * Requests prices, stock and discounts for the bag. Sends no request for an empty list (PRICE-17), and requests neither cached prices
 * (PRICE-13) nor prices of gifts (PRICE-14).
 * @param cache receives the new prices
 * @returns pricing without discounts if only the discount request failed (DISC-15); null if the stock request failed, or if the price and
 * the discount requests both failed (PRICE-18)
 */
export async function fetchPricing(
  bag: Bag,
  calls: PricingApi,
  cache: PriceCache,
): Promise<BagPricing | null> {
  const unpriced = bag.lines.filter((line) => !isGift(line) && !cache.has(priceKey(line)));
  const [prices, stock, discount] = await Promise.all([
    fetchList(unpriced, calls.price),
    fetchList(bag.lines, calls.inventory),
    bag.lines.length === 0 ? null : calls.discount(bag),
  ]);
  // The response is in the order of the request, so that lines of the same variant with different customisations and prices can be matched.
  const remainingPrices = [...(prices ?? [])];
  for (const line of unpriced) {
    const found = remainingPrices.findIndex((entry) => entry.sku_id === line.sku_id);
    if (found >= 0) cache.set(priceKey(line), remainingPrices.splice(found, 1)[0]!);
  }
  if (discount === null) return emptyPricing(bag);
  if (stock === null) return null;
  if (discount.code !== codes.ok) return prices && plainQuote(bag, stock, cache);
  const answer = discount.data!;
  const items = answer.checkout_items.flatMap((group) => group.variant_items);
  return {
    bag,
    items: new Map(items.map((item) => [item.random_id, item])),
    groups: answer.checkout_items,
    totalPay: answer.total_pay_amount,
    totalDiscount: answer.total_discount_amount,
    coupon: answer.coupon,
    needsSecondConfirm: answer.need_second_confirm,
    autoFillCoupon: answer.auto_fill_coupon_code,
    gifts: answer.discount_gifts,
    isPlain: false,
    arrives: answer.arrives ?? null,
    stock: new Map(stock.map((entry) => [entry.sku_id, entry])),
  };
}

/** Loads the fallback pricing module, which is needed only if the discount request fails. */
async function plainQuote(bag: Bag, stock: VariantStock[], cache: PriceCache): Promise<BagPricing | null> {
  try {
    const { calculateFallbackPricing: quoteWithoutDiscounts } = await import('./fallback-pricing.ts');
    const cachedPricing = quoteWithoutDiscounts(bag, stock, cache);
    return cachedPricing && { ...emptyPricing(bag), ...cachedPricing, isPlain: true };
  } catch {
    return null;
  }
}

async function fetchList<Entry>(
  lines: readonly Line[],
  request: (variants: CheckoutRequestLine[]) => Promise<Envelope<Entry[]>>,
): Promise<Entry[] | null> {
  if (lines.length === 0) return [];
  const answer = await request(lines.map(toVariantRequest));
  return answer.code === codes.ok ? answer.data : null;
}
