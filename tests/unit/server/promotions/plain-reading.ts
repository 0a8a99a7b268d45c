/**
 * R100 to R109 implemented a second time, as literally as possible and without the engine: it looks up every rule in the stored
 * JSON, tries every set and caches nothing. It is slow, and serves only for comparison with the engine.
 */
import type { BagLine } from '#server/promotions/priced-bag.ts';
import type { Promotion } from '#server/promotions/promotion.ts';
import type { Case } from './arbitrary.ts';

interface Rules {
  condition?: 'amount' | 'quantity';
  mode: string;
  value: number;
  min: number;
  max_discount: number | null;
  stack: boolean;
  auto_fill: boolean;
  count_by: 'piece' | 'variant';
  tiers: { min: number; count: number; mode: string; value: number }[];
  items: { product_id: number; variant_id: number; quantity: number }[];
  price: number;
  main_product_ids: number[];
  product_ids: number[];
  pick: number;
  type: number;
  orderAmount: number;
  rangeRules: { minPrice: number; maxPrice: number; orderAmount: number }[];
  steps: { position: number; min: number; gifts: { variant_id: number; auto_car: number }[] }[];
}

interface Read {
  line: BagLine;
  unit: number;
  amount: number;
  /** The discount; with a stacking coupon, the sum of two promotions. */
  off: number;
}

const rulesOf = ({ rules }: Promotion) => rules as Rules;
const sum = (values: readonly number[]) => values.reduce((all, value) => all + value, 0);
const amountOf = (lines: readonly Read[]) => sum(lines.map(({ amount }) => amount));
const piecesOf = (lines: readonly Read[]) => sum(lines.map(({ line }) => line.quantity));
/** Percentages have at most two decimals here. */
const percentOf = (amount: number, percent: number) =>
  Math.floor((amount * Math.round(percent * 100) + 5000) / 10_000);
const within = (off: number, amount: number) => Math.max(0, Math.min(off, amount));

/** Rounds down, then gives the remaining minor units one each to the largest remainders; ties go to the earlier line. */
function split(off: number, costs: readonly number[]): number[] {
  const all = sum(costs);
  if (all === 0) return costs.map(() => 0);
  const parts = costs.map((cost) => Math.floor((off * cost) / all));
  const order = costs
    .map((cost, at) => ({ at, rest: (off * cost) % all }))
    .sort((a, b) => b.rest - a.rest || a.at - b.at);
  for (const { at } of order.slice(0, off - sum(parts))) parts[at]! += 1;
  return parts;
}

export function plainReading({ shop, lines, coupon, isConfirmed }: Case) {
  const active = shop.promotions
    .filter(({ status, startsAt, endsAt }) => status === 1 && startsAt <= shop.now && shop.now < endsAt!)
    .sort((a, b) => b.priority - a.priority || a.id - b.id);
  const all = (kind: string) => active.filter((promotion) => promotion.kind === kind);
  const inRange = ({ rangeType, rangeIds }: Promotion, { line: { productId } }: Read) =>
    rangeType === 1 ||
    (rangeType === 2 && rangeIds.has(productId)) ||
    (rangeType === 3 && (shop.collections.get(productId) ?? []).some((id) => rangeIds.has(id)));

  // 1: the lowest unit price.
  const read: Read[] = lines.map((line) => {
    const { price } = shop.variants.get(line.variantId)!;
    const unit = Math.min(
      price,
      ...all('oneprice')
        .filter((promotion) => inRange(promotion, { line } as Read))
        .map(rulesOf)
        .map(({ type, orderAmount, rangeRules }) => {
          if (type !== 2) return price >= orderAmount ? orderAmount : price;
          const rule = rangeRules.find(({ minPrice, maxPrice }) => minPrice <= price && price <= maxPrice);
          return rule ? rule.orderAmount : price;
        }),
    );
    return { line, unit, amount: unit * line.quantity, off: 0 };
  });
  const isForSale = ({ line }: Read) => shop.variants.get(line.variantId)!.stock > 0;
  const bought = read
    .filter(({ line }) => !line.isGift)
    .sort((a, b) => a.line.variantId - b.line.variantId || (a.line.randomId < b.line.randomId ? -1 : 1));
  const counted = bought.filter(
    (entry) => entry.line.code === '' && entry.line.isSelected && isForSale(entry),
  );

  // 2: groups, complete or not at all.
  const grouped: Read[] = [];
  const groups = Map.groupBy(
    read.filter(({ line }) => line.code !== ''),
    ({ line }) => `${line.group} ${line.code}`,
  );
  for (const unsorted of groups.values()) {
    const group = bought.filter((entry) => unsorted.includes(entry));
    const { code } = unsorted[0]!.line;
    const isOne = unsorted.every(
      (entry) =>
        !entry.line.isGift && isForSale(entry) && entry.line.isSelected === group[0]!.line.isSelected,
    );
    const off = isOne ? groupOff(code, group) : null;
    if (off === null || !group[0]!.line.isSelected) continue;
    const parts = split(
      off,
      group.map(({ amount }) => amount),
    );
    group.forEach((entry, at) => {
      entry.off += parts[at]!;
    });
    grouped.push(...group);
  }
  function groupOff(code: string, group: Read[]): number | null {
    const promotion = active.find(
      ({ kind, id, code: own }) =>
        code ===
        { bundle: own, sku_bundle: `SB${id}`, tying: `TY${id}`, combination: `CB${id}` }[kind as 'bundle'],
    );
    if (!promotion) return null;
    const rules = rulesOf(promotion);
    const amount = amountOf(group);
    const valued = (sets: number, mode = rules.mode, value = rules.value) =>
      within(
        mode === 'percent'
          ? percentOf(amount, value)
          : mode === 'fixed_price'
            ? amount - value * sets
            : value * sets,
        amount,
      );
    for (let sets = 1; sets <= piecesOf(group); sets += 1) {
      const has = (of: (line: BagLine) => boolean, pieces: number) => {
        const own = group.filter(({ line }) => of(line));
        return own.length === 1 && own[0]!.line.quantity === pieces * sets;
      };
      if (promotion.kind === 'combination') {
        const fits = piecesOf(group) === rules.pick * sets;
        if (fits && group.every(({ line }) => rules.product_ids.includes(line.productId)))
          return valued(sets);
      } else if (promotion.kind === 'tying') {
        const mains = rules.main_product_ids;
        const products = [...mains, ...rules.items.map((item) => item.product_id)];
        const own = products.filter((id) => group.some(({ line }) => line.productId === id));
        const fits =
          own.length === group.length &&
          own.filter((id) => mains.includes(id)).length === 1 &&
          own.every((id) => has((line) => line.productId === id, 1));
        if (!fits) continue;
        const tier = rules.tiers
          .filter(({ count }) => count <= own.length)
          .sort((a, b) => b.count - a.count)[0];
        return tier ? valued(sets, tier.mode, tier.value) : 0;
      } else {
        const fits =
          rules.items.length === group.length &&
          rules.items.every((item) =>
            has(
              promotion.kind === 'bundle'
                ? (line) => line.productId === item.product_id
                : (line) => line.variantId === item.variant_id,
              item.quantity,
            ),
          );
        if (fits)
          return promotion.kind === 'bundle' ? valued(sets) : valued(sets, 'fixed_price', rules.price);
      }
    }
    return null;
  }

  // 2: then several variants of one product.
  const inProducts = new Set<Read>();
  for (const own of Map.groupBy(counted, ({ line }) => line.productId).values()) {
    const ways = all('multi_spec')
      .filter((promotion) => inRange(promotion, own[0]!))
      .flatMap((promotion) => {
        const { count_by, tiers } = rulesOf(promotion);
        const measure =
          count_by === 'piece' ? piecesOf(own) : new Set(own.map(({ line }) => line.variantId)).size;
        const tier = tiers.filter(({ min }) => min <= measure).sort((a, b) => b.min - a.min)[0];
        return tier
          ? [
              own.map(
                ({ unit, line }) =>
                  within(tier.mode === 'percent' ? percentOf(unit, tier.value) : tier.value, unit) *
                  line.quantity,
              ),
            ]
          : [];
      });
    const best = ways.sort((a, b) => sum(b) - sum(a))[0];
    if (!best) continue;
    own.forEach((entry, at) => {
      entry.off += best[at]!;
      inProducts.add(entry);
    });
  }
  const free = counted.filter((entry) => !inProducts.has(entry));
  const paid = bought.filter((entry) => counted.includes(entry) || grouped.includes(entry));
  const fixed = new Map(paid.map((entry) => [entry, entry.off]));

  // 3: tiers, the largest discount first.
  function tiersOf(left: readonly Read[]): Map<Read, number> {
    const offs = all('tier').flatMap((promotion) => {
      const own = left.filter((entry) => inRange(promotion, entry));
      const { condition, mode, tiers } = rulesOf(promotion);
      const measure = condition === 'amount' ? amountOf(own) : piecesOf(own);
      const tier = tiers.filter(({ min }) => min <= measure).sort((a, b) => b.min - a.min)[0];
      if (own.length === 0 || !tier) return [];
      const amount = amountOf(own);
      return [{ own, off: within(mode === 'percent' ? percentOf(amount, tier.value) : tier.value, amount) }];
    });
    const best = offs.sort((a, b) => b.off - a.off)[0];
    if (!best) return new Map();
    const parts = split(
      best.off,
      best.own.map(({ amount }) => amount),
    );
    return new Map([
      ...best.own.map((entry, at) => [entry, parts[at]!] as const),
      ...tiersOf(left.filter((entry) => !best.own.includes(entry))),
    ]);
  }
  const both = (...maps: Map<Read, number>[]) =>
    new Map(paid.map((entry) => [entry, sum(maps.map((map) => map.get(entry) ?? 0))]));
  const without = both(fixed, tiersOf(free));
  const total = (offs: Map<Read, number>) => sum([...offs.values()]);

  // 4: gifts, by the amount payable without a coupon; lines in the order of variant and random id.
  const given = new Map<string, number>();
  const stock = new Map([...shop.variants].map(([id, { stock: pieces }]) => [id, pieces]));
  for (const { line } of paid) stock.set(line.variantId, stock.get(line.variantId)! - line.quantity);
  const giftStatuses = read
    .filter(({ line }) => line.isGift)
    .sort((a, b) => a.line.variantId - b.line.variantId || (a.line.randomId < b.line.randomId ? -1 : 1))
    .map(({ line }) => {
      const promotion = all('fullgift').find(({ id }) => id === line.giftDiscountId);
      const own = promotion ? paid.filter((entry) => inRange(promotion, entry)) : [];
      const { steps = [], condition } = promotion ? rulesOf(promotion) : {};
      const measure =
        condition === 'amount' ? sum(own.map((entry) => entry.amount - without.get(entry)!)) : piecesOf(own);
      const step =
        own.length > 0
          ? steps.filter(({ min }) => min <= measure).sort((a, b) => b.min - a.min)[0]
          : undefined;
      const gift = step?.gifts.find(({ variant_id }) => variant_id === line.variantId);
      const key = `${line.giftDiscountId} ${line.variantId}`;
      const before = given.get(key) ?? 0;
      const isAllowed =
        gift !== undefined &&
        step!.position === line.giftPosition &&
        line.quantity === 1 &&
        line.code === '' &&
        before < Math.max(1, gift.auto_car);
      if (isAllowed) given.set(key, before + 1);
      const isThere = isAllowed && stock.get(line.variantId)! > 0;
      if (isThere) stock.set(line.variantId, stock.get(line.variantId)! - 1);
      return [line.randomId, isThere ? 1 : 0, isAllowed ? 0 : 1] as const;
    });

  // 5: the coupon.
  function withCoupon(promotion: Promotion): Map<Read, number> | null {
    const { condition, min, mode, value, max_discount, stack } = rulesOf(promotion);
    const base = (stack ? paid : free).filter((entry) => inRange(promotion, entry));
    const costs = base.map((entry) => entry.amount - (stack ? without.get(entry)! : 0));
    const measure = condition === 'quantity' ? piecesOf(base) : sum(costs);
    if (base.length === 0 || measure < min) return null;
    const off = Math.min(
      within(mode === 'percent' ? percentOf(sum(costs), value) : value, sum(costs)),
      max_discount ?? Number.POSITIVE_INFINITY,
    );
    const parts = split(off, costs);
    const own = new Map(base.map((entry, at) => [entry, parts[at]!]));
    return stack
      ? both(without, own)
      : both(fixed, tiersOf(free.filter((entry) => !base.includes(entry))), own);
  }
  const wished = coupon === '' ? undefined : all('code').find(({ code }) => code === coupon);
  const tried = wished ? withCoupon(wished) : null;
  const asks = tried !== null && total(tried) < total(without) && !isConfirmed;
  const offs = tried && !asks ? tried : without;
  const filled =
    coupon !== ''
      ? undefined
      : all('code')
          .filter((promotion) => rulesOf(promotion).auto_fill)
          .map((promotion) => ({ code: promotion.code, off: total(withCoupon(promotion) ?? new Map()) }))
          .filter(({ off }) => off > total(without))
          .sort((a, b) => b.off - a.off)[0];
  return {
    pay: amountOf(paid) - total(offs),
    discount: total(offs),
    lines: paid.map((entry) => [entry.line.randomId, entry.amount, offs.get(entry)!] as const),
    gifts: giftStatuses,
    coupon: offs === tried ? wished!.code : '',
    asks,
    filled: filled?.code ?? '',
  };
}
