/** A line of the bag as the browser stores it (LINE-02), and how an unknown value becomes one. Pure. */
import { maxLineQuantity } from '#lib/contract/bag-limits.ts';

export interface NameValue {
  name: string;
  value: string;
}

/** A chosen customisation (R57); `price` is what it added when it was chosen, for display until the server has priced it. */
export interface CustomizedOption extends NameValue {
  type: number;
  price: number;
  show_rule?: { dependOn: string; value: string };
  others?: Record<string, string | number>;
}

export interface ExtendParams {
  /** 1: a gift of promotion giftDiscountId, step `position`; auto_car = how many are added by themselves (LINE-04). */
  is_gift: 0 | 1;
  giftDiscountId?: number;
  position?: number;
  auto_car?: number;
  /** Pieces per set of a bundle line (R100); 1 if missing. */
  unit?: number;
}

export interface Line {
  /** Made here once; maps the server's answer back to this line (R94). */
  random_id: string;
  /** Product. */
  id: number;
  /** Variant. */
  sku_id: number;
  quantity: number;
  /** The variant's options by name, in the product's order. */
  options: NameValue[];
  title: string;
  /** Address of a small picture, '' for none. */
  image: string;
  /** Unit price when it was added, shop currency; shown until the server has priced the bag. */
  price: number;
  /** Path of the product with its variant. */
  url: string;
  /** Path of the page it was added from (R94). */
  pUrl: string;
  code: string;
  group: string;
  /** 2: bundle or combo; anything else is a single line (LINE-03). */
  type: number;
  noOptions: boolean;
  custom_props: NameValue[];
  has_custom_props: boolean;
  customizedOptions: CustomizedOption[];
  customizedCompositeImage: string;
  extend_params: ExtendParams;
  is_virtual: boolean;
  sku_bundle_id: number | null;
  /** False: stays in the bag, is not paid. */
  is_selected: boolean;
}

/** What a page says when it adds something; the rest has its usual value. */
export type NewLine = Pick<Line, 'id' | 'sku_id' | 'title' | 'price'> & Partial<Line>;

/** What is added: lines of their own, or so many sets of a bundle, of which they are one. */
export interface Addition {
  lines: readonly NewLine[];
  bundle?: { code: string; sets: number };
}

/** Line type of bundles and combos (LINE-19). */
export const bundleType = 2;

export function isGift(line: Line): boolean {
  return line.extend_params.is_gift === 1;
}

export function isBundle(line: Line): boolean {
  return line.type === bundleType;
}

/** What tells a gift from others: whichever step gives it, one that was deleted is the same gift. */
export function giftKey(discountId: number | undefined, variantId: number): string {
  return `${discountId ?? 0}:${variantId}`;
}

/** What the bag tells all tabs of a gift that was deleted. */
export function declinedGiftKey({ extend_params, sku_id }: NewLine): string {
  return `gift ${giftKey(extend_params?.giftDiscountId, sku_id)}`;
}

/** Lines of one bundle, which stand and fall together, have the same key; all others have ''. */
export function groupKey(line: Pick<Line, 'type' | 'code' | 'group'>): string {
  return line.type === bundleType ? `${line.code}\n${line.group}` : '';
}

/** Pieces per set in a bundle, 1 for any other line. */
export function unitOf(line: Line): number {
  return isBundle(line) ? (line.extend_params.unit ?? 1) : 1;
}

/** The line with every field filled in and plain lines without code and group (LINE-18). */
export function makeLine(line: NewLine, randomId: string): Line {
  const type = line.type ?? 1;
  const isPlain = type !== bundleType;
  const customProps = line.custom_props ?? [];
  const extend = { ...line.extend_params, is_gift: line.extend_params?.is_gift ?? 0 };
  return {
    random_id: line.random_id || randomId,
    id: line.id,
    sku_id: line.sku_id,
    quantity: extend.is_gift === 1 ? 1 : sumQuantity(line.quantity ?? 1),
    options: line.options ?? [],
    title: line.title,
    image: line.image ?? '',
    price: line.price,
    url: line.url ?? '',
    pUrl: line.pUrl ?? '',
    code: isPlain ? '' : (line.code ?? ''),
    group: isPlain ? '' : (line.group ?? ''),
    type,
    noOptions: line.noOptions ?? (line.options ?? []).length === 0,
    custom_props: customProps,
    has_custom_props: customProps.length > 0,
    customizedOptions: line.customizedOptions ?? [],
    customizedCompositeImage: line.customizedCompositeImage ?? '',
    extend_params: extend,
    is_virtual: line.is_virtual ?? false,
    sku_bundle_id: line.sku_bundle_id ?? null,
    is_selected: line.is_selected ?? true,
  };
}

/** A whole number of pieces the server would take. */
export function sumQuantity(value: number): number {
  return Number.isFinite(value) ? Math.min(maxLineQuantity, Math.max(1, Math.trunc(value))) : 1;
}
