/** A line of the bag as stored in the browser (LINE-02), and the default values of its fields. Pure. */
import { maxLineQuantity } from '#lib/contract/bag-limits.ts';

export interface NameValue {
  name: string;
  value: string;
}

/** A chosen customisation (R57). `price` is the surcharge at the time of the choice, displayed until the server has priced the line. */
export interface CustomizedOption extends NameValue {
  type: number;
  price: number;
  show_rule?: { dependOn: string; value: string };
  others?: Record<string, string | number>;
}

export interface ExtendParams {
  /** 1 for a gift of tier `position` of promotion `giftDiscountId`. `auto_car`: number of lines added automatically (LINE-04). */
  is_gift: 0 | 1;
  giftDiscountId?: number;
  position?: number;
  auto_car?: number;
  /** Units per set of a bundle line (R100); default 1. */
  unit?: number;
}

export interface Line {
  /** Id of the line, created in the browser; the server's response uses it to refer to the line (R94). */
  random_id: string;
  /** Product id. */
  id: number;
  /** Variant id. */
  sku_id: number;
  quantity: number;
  /** The variant's options, in the product's order. */
  options: NameValue[];
  title: string;
  /** URL of a small image, '' for none. */
  image: string;
  /** Unit price at the time the line was added, shop currency; displayed until the server has priced the bag. */
  price: number;
  /** Path of the product page with the variant selected. */
  url: string;
  /** Path of the page from which the line was added (R94). */
  pUrl: string;
  code: string;
  group: string;
  /** 2 for a bundle or combo; any other number is a single line (LINE-03). */
  type: number;
  noOptions: boolean;
  custom_props: NameValue[];
  has_custom_props: boolean;
  customizedOptions: CustomizedOption[];
  customizedCompositeImage: string;
  extend_params: ExtendParams;
  is_virtual: boolean;
  sku_bundle_id: number | null;
  /** false: the line stays in the bag but is not ordered. */
  is_selected: boolean;
}

/** Fields that a page passes when it adds a line to the bag; omitted fields have default values. */
export type NewLine = Pick<Line, 'id' | 'sku_id' | 'title' | 'price'> & Partial<Line>;

/** An addition to the bag: single lines, or `bundle.sets` sets of a bundle, where `lines` are the lines of one set. */
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

/**
 * Returns the key of a gift, the same for every tier of the promotion: a gift that the shopper removed must not come back through another
 * tier.
 */
export function giftKey(discountId: number | undefined, variantId: number): string {
  return `${discountId ?? 0}:${variantId}`;
}

/** Returns the entry in the bag's `declined` list for a gift that the shopper removed. */
export function declinedGiftKey({ extend_params, sku_id }: NewLine): string {
  return `gift ${giftKey(extend_params?.giftDiscountId, sku_id)}`;
}

/** Returns the key that all lines of a bundle share, so that they are removed and selected together; '' for any other line. */
export function groupKey(line: Pick<Line, 'type' | 'code' | 'group'>): string {
  return line.type === bundleType ? `${line.code}\n${line.group}` : '';
}

/** Returns the number of units per set for a bundle line, 1 for any other line. */
export function unitsPerSet(line: Line): number {
  return isBundle(line) ? (line.extend_params.unit ?? 1) : 1;
}

/** Returns the line with default values for missing fields; single lines get no code and no group (LINE-18). */
export function makeLine(line: NewLine, randomId: string): Line {
  const type = line.type ?? 1;
  const isPlain = type !== bundleType;
  const customProps = line.custom_props ?? [];
  const extend = { ...line.extend_params, is_gift: line.extend_params?.is_gift ?? 0 };
  return {
    random_id: line.random_id || randomId,
    id: line.id,
    sku_id: line.sku_id,
    quantity: extend.is_gift === 1 ? 1 : clampQuantity(line.quantity ?? 1),
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

/** Truncates a quantity to a whole number and limits it to between 1 and the maximum that the server accepts. */
export function clampQuantity(value: number): number {
  return Number.isFinite(value) ? Math.min(maxLineQuantity, Math.max(1, Math.trunc(value))) : 1;
}
