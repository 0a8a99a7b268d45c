/**
 * A product for search engines, as Google's merchant listings read it: every variant is offered at the price its page shows.
 * What is said of up to a hundred variants is written as text at once, and only what differs from one to the next (docs/decisions/06-rendering.md).
 */
import { canonicalFor, productPath } from './addresses.ts';
import { jsonForScript, textForScript } from './json-ld.ts';

export interface VariantFacts {
  id: number;
  /** Its value of each option. */
  values: string[];
  sku: string;
  /** In `currency`, as the page shows it. */
  price: number;
  /** schema.org's word, which Google takes without its address. */
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
 * @returns JSON for a script element
 */
export function productLd(origin: string, product: ProductFacts): string {
  const { options, variants } = product;
  const url = canonicalFor(origin, productPath(product.seoUrl));
  const shared = {
    '@context': 'https://schema.org',
    name: product.title,
    description: product.description,
    url,
    image: product.images,
    ...(product.brand && { brand: { '@type': 'Brand', name: product.brand } }),
    ...(product.rating && {
      aggregateRating: {
        '@type': 'AggregateRating',
        ratingValue: product.rating.average,
        reviewCount: product.rating.count,
      },
    }),
  };
  const isChoice = options.length > 0 && variants.length > 1;
  if (isChoice && variants.length <= mostOffers) {
    const group = jsonForScript({ ...shared, '@type': 'ProductGroup', ...kindsOf(product) });
    return `${group.slice(0, -1)},"hasVariant":[${variantsLd(product, url)}]}`;
  }
  const shown = variants[product.shown] ?? variants[0]!;
  return jsonForScript({
    ...shared,
    '@type': 'Product',
    ...(shown.sku && { sku: shown.sku }),
    offers: isChoice ? span(variants, url, product.currency) : offer(shown, url, product.currency),
  });
}

/** By what its variants differ; the values of options that schema.org has no word for are said here, once for all variants. */
function kindsOf({ id, options, variants }: ProductFacts) {
  const known = wordsFor(options);
  const words = known.filter((word) => word !== undefined);
  const others = options.flatMap((name, at) =>
    known[at]
      ? []
      : { '@type': 'PropertyValue', name, value: [...new Set(variants.map(({ values }) => values[at]))] },
  );
  return {
    productGroupID: String(id),
    ...(words.length > 0 && { variesBy: words.map((word) => `https://schema.org/${word}`) }),
    ...(others.length > 0 && { additionalProperty: others }),
  };
}

/** Every variant by its name, which has all its values, with its own offer. */
function variantsLd({ title, currency, options, variants }: ProductFacts, url: string): string {
  const offered = `,"offers":{"@type":"Offer","url":${textForScript(url).slice(0, -1)}?variant=`;
  const paid = `,"priceCurrency":${textForScript(currency)},"availability":"`;
  const words = wordsFor(options);
  let text = '';
  for (const { id, values, sku, price, availability, image } of variants) {
    if (text !== '') text += ',';
    text += `{"@type":"Product","name":${textForScript(`${title} - ${values.join(', ')}`)}`;
    if (sku) text += `,"sku":${textForScript(sku)}`;
    if (image) text += `,"image":${textForScript(image)}`;
    for (let at = 0; at < words.length; at += 1) {
      if (words[at]) text += `,"${words[at]}":${textForScript(values[at] ?? '')}`;
    }
    text += `${offered}${id}","price":${price}${paid}${availability}"}}`;
  }
  return text;
}

/** schema.org's word for each option that has one; of two options with the same word the first has it. */
function wordsFor(options: readonly string[]): (string | undefined)[] {
  const words = options.map((option) => knownWords.get(option.toLowerCase()));
  return words.map((word, at) => (words.indexOf(word) === at ? word : undefined));
}

function offer(variant: VariantFacts, url: string, currency: string) {
  return {
    '@type': 'Offer',
    url,
    price: variant.price,
    priceCurrency: currency,
    availability: variant.availability,
    itemCondition: 'https://schema.org/NewCondition',
  };
}

/** What of them can be had counts; all of them where nothing can. */
function span(variants: readonly VariantFacts[], url: string, currency: string) {
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
    availability: counted[0]!.availability,
  };
}
