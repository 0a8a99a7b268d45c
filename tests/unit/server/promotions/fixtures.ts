import type { VariantRecord } from '#server/catalog/records.ts';
import { priceBag } from '#server/promotions/price-bag.ts';
import type { BagLine, PricedBag } from '#server/promotions/priced-bag.ts';
import type { PricingData } from '#server/promotions/pricing-data.ts';
import type { Promotion } from '#server/promotions/promotion.ts';

export const now = Date.UTC(2026, 10, 21);

export function variant(id: number, changes: Partial<VariantRecord> = {}): VariantRecord {
  return {
    id,
    productId: id * 10,
    productTitle: `Product ${id}`,
    handle: `product-${id}`,
    title: '',
    optionValues: [],
    options: [],
    customOptions: [],
    sku: '',
    price: 2000,
    compareAtPrice: null,
    stock: 10,
    isTracked: true,
    inventoryPolicy: 'deny',
    weightGrams: 0,
    requiresShipping: true,
    isTaxable: true,
    isPublished: true,
    isPresale: false,
    shipsOn: null,
    isDeleted: false,
    picture: null,
    ...changes,
  };
}

export function line(variantId: number, changes: Partial<BagLine> = {}): BagLine {
  return {
    randomId: `line-${variantId}`,
    productId: variantId * 10,
    variantId,
    quantity: 1,
    isSelected: true,
    isGift: false,
    code: '',
    group: '',
    unit: 1,
    tailor: [],
    ...changes,
  };
}

export function promotion(changes: Partial<Promotion> = {}): Promotion {
  return {
    id: 1,
    kind: 'oneprice',
    discountType: 3,
    title: 'All at one price',
    seoUrl: 'one-price',
    code: '',
    status: 1,
    startsAt: now - 1000,
    endsAt: now + 1000,
    rangeType: 1,
    rangeIds: new Set(),
    rules: { type: 1, orderAmount: 999 },
    priority: 0,
    usageLimit: null,
    usedCount: 0,
    banner: { cartShowDiscount: true, bannerBgColor: '', bannerFontColor: '' },
    ...changes,
  };
}

export function facts(variants: VariantRecord[], changes: Partial<PricingData> = {}): PricingData {
  return {
    variants: new Map(variants.map((entry) => [entry.id, entry])),
    promotions: [],
    collections: new Map(),
    uploaded: new Set(),
    currency: 'USD',
    now,
    ...changes,
  };
}

/** Prices lines in a shop made by `facts`. */
export function price(lines: BagLine[], shop: PricingData, coupon = '', isConfirmed = false): PricedBag {
  return priceBag(lines, shop, shop.promotions, { code: coupon, isConfirmed }, shop.now);
}
