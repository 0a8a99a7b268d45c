/**
 * Schema of promotions.json, in which a merchant defines all promotions of a shop. Amounts are in major units; products and
 * collections are identified by handle, variants by SKU; times are ISO 8601 with a time zone. Pure.
 */
import { z } from 'zod';
import { fromWire } from '#lib/money/minor.ts';
import { couponKey } from './coupon-key.ts';
import { bundleKind } from './kinds/bundle.ts';
import { couponKind } from './kinds/coupon.ts';
import { allPromotionKinds } from './kinds.ts';
import type { AnyPromotionKind } from './promotion-kind.ts';
import type { RuleFields } from './rule-fields.ts';
import { maxMoney } from './rule-fields.ts';

/** A promotion to store. Everything except the usage count comes from promotions.json. */
export interface PromotionDraft {
  kind: string;
  discount_type: number;
  title: string;
  seo_url: string;
  code: string;
  status: 0 | 1 | 2;
  starts_at: number;
  ends_at: number | null;
  range_type: 1 | 2 | 3;
  range_ids: number[];
  rules: unknown;
  priority: number;
  usage_limit: number | null;
  per_customer_limit: number | null;
  json_config: { cartShowDiscount: boolean; bannerBgColor: string; bannerFontColor: string };
}

/** Looks up the ids of the products, variants and collections that promotions.json refers to by handle or SKU. */
export interface NameResolver {
  currency: string;
  /** Each function returns an id. For an unknown name, it returns null or an error message such as `must be a SKU: …`. */
  product(handle: string): number | string | null;
  variant(sku: string): number | string | null;
  collection(handle: string): number | string | null;
}

/**
 * Returns a resolver that accepts every name and assigns it a placeholder id, so that a file can be checked before the shop has its
 * products.
 */
export function createPlaceholderResolver() {
  const missing = {
    product: new Map<string, number>(),
    variant: new Map<string, number>(),
    collection: new Map<string, number>(),
  };
  const numbered = (kind: keyof typeof missing) => (name: string) => {
    const number = missing[kind].get(name) ?? missing[kind].size + 1;
    missing[kind].set(name, number);
    return number;
  };
  const names: NameResolver = {
    // USD accepts two decimals. Saving the file later rejects amounts that the shop's own currency cannot represent.
    currency: 'USD',
    product: numbered('product'),
    variant: numbered('variant'),
    collection: numbered('collection'),
  };
  return { ...names, missing };
}

const states = { draft: 0, active: 1, stopped: 2 } as const;
const color = z.string().regex(/^#[0-9a-f]{6}$/i, 'must be a colour like #2f4a3c');
const instant = z.iso.datetime({ offset: true }).transform((text) => Date.parse(text));
const limit = z.number().int().min(1).max(1_000_000_000).nullable().default(null);

/** Returns whether a code differs from all generated group codes (a prefix and a promotion id). */
const isCustomCode = (text: string) =>
  !allPromotionKinds.some(
    ({ codePrefix }) => codePrefix && new RegExp(`^${codePrefix}\\d+$`).test(couponKey(text)),
  );
const generatedCodeMessage =
  'must not look like the generated code of a sku bundle, a tying offer or a combination';

/** Code that identifies the lines of a bundle; shoppers never type it. */
const bundleCode = z
  .string()
  .trim()
  .regex(/^[\w-]{2,60}$/, 'must be 2 to 60 letters, digits, hyphens or underscores')
  .refine(isCustomCode, generatedCodeMessage);

/** Coupon code: allows all printable characters, and U+200C and U+200D, which Persian and Hindi need between letters. */
const couponCode = z
  .string()
  .transform((text) => text.normalize('NFC').replace(/\s+/g, ' ').trim())
  .pipe(
    z
      .string()
      .min(2, 'must have at least 2 characters')
      .max(60, 'must have at most 60 characters')
      .regex(/^(?:[\p{L}\p{M}\p{N}\p{P}\p{S} ]|\u200c|\u200d)*$/u, 'must not contain invisible characters')
      .refine(isCustomCode, generatedCodeMessage),
  );

/** Returns the schema of a shop's promotions.json; the output is ready to store. */
export function promotionsFileSchema(names: NameResolver): z.ZodType<PromotionDraft[], unknown> {
  const fields = fieldsFor(names);
  const variants = allPromotionKinds.map((kind) => entryOf(kind, fields, names));
  return z
    .array(z.discriminatedUnion('kind', variants as [(typeof variants)[0], ...typeof variants]))
    .max(1000)
    .superRefine((drafts, context) => {
      for (const field of ['seo_url', 'code'] as const) {
        const seen = new Set<string>();
        for (const [index, draft] of drafts.entries()) {
          const value = couponKey(draft[field]);
          if (value !== '' && seen.has(value))
            context.addIssue({ code: 'custom', path: [index, field], message: 'is used twice' });
          seen.add(value);
        }
      }
    });
}

function fieldsFor(names: NameResolver): RuleFields {
  return {
    money: z
      .number({
        error: ({ input }) =>
          input === undefined ? undefined : 'must be an amount of money: 5.5 means 5.50',
      })
      .min(0)
      .transform((amount, context) => {
        const minor = minorOf(amount, names.currency);
        if (minor !== null && minor <= maxMoney) return minor;
        context.addIssue({
          code: 'custom',
          message: `must be an amount of ${names.currency}; ${amount} has too many decimals or is too large`,
        });
        return z.NEVER;
      }),
    product: named('a product handle', names.product),
    variant: named('a SKU', names.variant),
  };
}

function named(what: string, idOf: (name: string) => number | string | null): z.ZodType<number, unknown> {
  return z
    .string()
    .min(1)
    .max(255)
    .transform((name, context) => {
      const id = idOf(name);
      if (typeof id === 'number') return id;
      const message = id ?? `must be ${what}; "${name}" does not exist`;
      context.addIssue({ code: 'custom', message });
      return z.NEVER;
    });
}

function minorOf(amount: number, currency: string): number | null {
  try {
    return fromWire(amount, currency);
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/**
 * Returns the schema of `range`. Group promotions list their products in their rules; other types may be limited to a part of the
 * shop.
 */
function rangeOf(kind: AnyPromotionKind, fields: RuleFields, names: NameResolver) {
  const some = <Entry extends z.ZodType>(entry: Entry) => z.array(entry).min(1).max(10_000);
  const everything = z
    .literal('all')
    .transform(() => ({ range_type: 1 as const, range_ids: [] as number[] }));
  if (kind.step === 'group') return everything.default({ range_type: 1, range_ids: [] });
  return z
    .union(
      [
        everything,
        z
          .strictObject({ products: some(fields.product) })
          .transform(({ products }) => ({ range_type: 2 as const, range_ids: products })),
        z
          .strictObject({ collections: some(named('a collection handle', names.collection)) })
          .transform(({ collections }) => ({ range_type: 3 as const, range_ids: collections })),
      ],
      'must be "all", {"products": ["HANDLE"]} or {"collections": ["HANDLE"]}',
    )
    .default({ range_type: 1, range_ids: [] });
}

function entryOf(kind: AnyPromotionKind, fields: RuleFields, names: NameResolver) {
  const code = kind === couponKind ? couponCode : kind === bundleKind ? bundleCode : null;
  return z
    .strictObject({
      kind: z.literal(kind.name).describe('Type of the promotion.'),
      title: z.string().trim().min(1).max(255).describe('Title that shoppers see.'),
      seo_url: z
        .string()
        .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'must be lower-case words joined by hyphens, such as summer-sale')
        .describe('Handle of the promotion’s page: /promotions/HANDLE.'),
      code: (code ?? z.literal('').default('')).describe(
        'For `code`: the code that shoppers type. For `bundle`: an id of the bundle. Other types have none.',
      ),
      status: z
        .enum(['draft', 'active', 'stopped'])
        .default('active')
        .describe('draft: not visible. active: runs between starts_at and ends_at. stopped: ended.'),
      starts_at: instant.default(0).describe('Start, ISO 8601 with a time zone. Left out: immediately.'),
      ends_at: instant.nullable().default(null).describe('End, ISO 8601 with a time zone. null: no end.'),
      range: rangeOf(kind, fields, names).describe(
        'Products: "all", {"products": ["HANDLE"]} or {"collections": ["HANDLE"]}. Promotions for products bought together list them in `rules`.',
      ),
      priority: z
        .number()
        .int()
        .min(-1_000_000)
        .max(1_000_000)
        .default(0)
        .describe('If several promotions could apply, the one with the highest number is preferred.'),
      usage_limit: (kind === couponKind ? limit : z.null().default(null)).describe(
        'How many orders can use the code. null: no limit.',
      ),
      per_customer_limit: (kind === couponKind ? limit : z.null().default(null)).describe(
        'How many orders of one customer can use the code. null: no limit.',
      ),
      banner: z
        .strictObject({
          cartShowDiscount: z.boolean().default(true).describe('false: the bag does not show the discount.'),
          bannerBgColor: color
            .or(z.literal(''))
            .default('')
            .describe('Background colour of the banner. Empty: the colour of the theme.'),
          bannerFontColor: color
            .or(z.literal(''))
            .default('')
            .describe('Text colour of the banner. Empty: the colour of the theme.'),
        })
        .prefault({})
        .describe('How the bag shows the promotion.'),
      rules: kind.rulesFrom(fields).describe('The discount; its fields depend on `kind`.'),
    })
    .refine(({ starts_at, ends_at }) => ends_at === null || starts_at < ends_at, {
      path: ['ends_at'],
      message: 'must be after starts_at',
    })
    .transform(({ range, banner, status, ...rest }) => ({
      ...rest,
      ...range,
      discount_type: kind.discountType,
      status: states[status],
      json_config: banner,
    }));
}
