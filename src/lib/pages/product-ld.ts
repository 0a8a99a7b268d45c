/** A product for search engines, as Google's merchant listings read it: every variant is offered at the price its page shows. */
import type { AggregateOffer, Offer, Product, ProductGroup, ProductLeaf, WithContext } from 'schema-dts';
import { canonicalFor, productPath } from './addresses.ts';

export interface VariantFacts {
  id: number;
  /** Its value of each option. */
  values: string[];
  sku: string;
  /** In `currency`, as the page shows it. */
  price: number;
  availability: 'InStock' | 'OutOfStock' | 'PreOrder';
  /** Absolute address; '' for none. */
  image: string;
}

export interface ProductFacts {
  id: number;
  seoUrl: string;
  title: string;
  description: string;
  brand: string;
  /** Absolute addresses. */
  images: string[];
  /** ISO 4217 code of the prices shown. */
  currency: string;
  rating: { average: number; count: number } | null;
  /** Names of its options; none for a product without a choice. */
  options: string[];
  /** At least one. */
  variants: VariantFacts[];
  /** Position of the variant the page starts with. */
  shown: number;
}

/** Beyond so many a page would carry more for search engines than for shoppers: their prices become one span. */
export const mostOffers = 100;

/** Options that schema.org has a word for. */
const knownWords = new Map([
  ['color', 'color'],
  ['colour', 'color'],
  ['size', 'size'],
  ['material', 'material'],
  ['pattern', 'pattern'],
]);

/**
 * One offer for a product without a choice, a group of variants with an offer each, or a span of prices for very many.
 * @param origin of the addresses, or `https://…/de` in another language
 */
export function productLd(origin: string, product: ProductFacts): WithContext<ProductGroup | Product> {
  const { options, variants, currency } = product;
  const url = canonicalFor(origin, productPath(product.seoUrl));
  const shared = {
    '@context': 'https://schema.org' as const,
    name: product.title,
    description: product.description,
    url,
    image: product.images,
    ...(product.brand && { brand: { '@type': 'Brand' as const, name: product.brand } }),
    ...(product.rating && {
      aggregateRating: {
        '@type': 'AggregateRating' as const,
        ratingValue: product.rating.average,
        reviewCount: product.rating.count,
      },
    }),
  };
  const isChoice = options.length > 0 && variants.length > 1;
  if (isChoice && variants.length <= mostOffers) {
    const words = wordsFor(options);
    const variesBy = words.flatMap((word) => (word ? `https://schema.org/${word}` : []));
    return {
      ...shared,
      '@type': 'ProductGroup',
      productGroupID: String(product.id),
      ...(variesBy.length > 0 && { variesBy }),
      hasVariant: variants.map((variant) => ({
        '@type': 'Product',
        name: `${product.title} - ${variant.values.join(', ')}`,
        ...skuOf(variant),
        ...(variant.image && { image: variant.image }),
        ...traits(options, words, variant.values),
        offers: offer(variant, `${url}?variant=${variant.id}`, currency),
      })),
    };
  }
  const shown = variants[product.shown] ?? variants[0]!;
  return {
    ...shared,
    '@type': 'Product',
    ...skuOf(shown),
    offers: isChoice ? span(variants, url, currency) : offer(shown, url, currency),
  };
}

function skuOf({ sku }: VariantFacts): { sku?: string } {
  return sku === '' ? {} : { sku };
}

/** schema.org's word for each option that has one; of two options with the same word the first has it. */
function wordsFor(options: readonly string[]): (string | undefined)[] {
  const words = options.map((option) => knownWords.get(option.toLowerCase()));
  return words.map((word, at) => (words.indexOf(word) === at ? word : undefined));
}

/** Values under schema.org's word for their option, the others by name. */
function traits(
  options: readonly string[],
  words: readonly (string | undefined)[],
  values: readonly string[],
): Partial<ProductLeaf> {
  const own = words.flatMap((word, at) => (word ? [[word, values[at] ?? '']] : []));
  const named = options.flatMap((name, at) =>
    words[at] ? [] : { '@type': 'PropertyValue' as const, name, value: values[at] ?? '' },
  );
  return { ...Object.fromEntries(own), ...(named.length > 0 && { additionalProperty: named }) };
}

function offer(variant: VariantFacts, url: string, currency: string): Offer {
  return {
    '@type': 'Offer',
    url,
    price: variant.price,
    priceCurrency: currency,
    availability: `https://schema.org/${variant.availability}`,
    itemCondition: 'https://schema.org/NewCondition',
  };
}

/** What of them can be had counts; all of them where nothing can. */
function span(variants: readonly VariantFacts[], url: string, currency: string): AggregateOffer {
  const open = variants.filter(({ availability }) => availability !== 'OutOfStock');
  const counted = open.length > 0 ? open : variants;
  const prices = counted.map(({ price }) => price);
  return {
    '@type': 'AggregateOffer',
    url,
    lowPrice: Math.min(...prices),
    highPrice: Math.max(...prices),
    priceCurrency: currency,
    offerCount: counted.length,
    availability: `https://schema.org/${counted[0]!.availability}`,
  };
}
