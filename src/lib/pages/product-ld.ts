/** A product for search engines, as Google's merchant listings read it: every variant is offered at the price its page shows. */
import type {
  AggregateOffer,
  Offer,
  OfferShippingDetails,
  Product,
  ProductGroup,
  ProductLeaf,
  QuantitativeValue,
  WithContext,
} from 'schema-dts';
import { canonicalFor, productPath } from './addresses.ts';

export interface VariantFacts {
  id: number;
  /** Its value of each option. */
  values: string[];
  sku: string;
  /** As the merchant wrote it; '' for none. */
  barcode: string;
  /** In `currency`, as the page shows it. */
  price: number;
  /** Struck through beside it; null for none. */
  was: number | null;
  availability: 'InStock' | 'OutOfStock' | 'PreOrder';
  /** Absolute address; '' for none. */
  image: string;
}

/** What sending one unit costs in some countries, of which an offer names its own. */
interface ShippingRate {
  /** ISO 3166 alpha-2. */
  countries: string[];
  /** In `currency`. */
  amount: number;
  /** Working days on the way; null where nothing is promised. */
  transit: DaySpan | null;
  /** Positions of the variants that it holds for. */
  rows: number[];
}

interface DaySpan {
  min: number;
  max: number;
}

interface ReviewFacts {
  nickname: string;
  star: number;
  content: string;
  /** ms UTC. */
  created_at: number;
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
  reviews: ReviewFacts[];
  shipping: ShippingRate[];
  /** Working days until the parcel leaves; null where nobody said. */
  handling: DaySpan | null;
  /** Day from which a pre-order is sent, `YYYY-MM-DD`; null where nobody said. */
  shipsOn: string | null;
  /** Names of its options; none for a product without a choice. */
  options: string[];
  /** At least one. */
  variants: VariantFacts[];
  /** Position of the variant the page starts with. */
  shown: number;
}

/** Beyond so many a page would carry more for search engines than for shoppers: their prices become one span. */
export const maxOffers = 100;

/** What options are called for which schema.org has a word. */
const optionNames = {
  color: 'color colour farbe couleur kleur colore cor farve färg',
  size: 'size größe grösse groesse taille maat talla taglia tamanho',
  material: 'material werkstoff matière materiaal materiale',
  pattern: 'pattern muster motif patroon',
};

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
    ...(product.reviews.length > 0 && { review: product.reviews.map(review) }),
  };
  const offer = offersOf(product);
  const isChoice = options.length > 0 && variants.length > 1;
  if (isChoice && variants.length <= maxOffers) {
    const words = wordsFor(options);
    const variesBy = words.flatMap((word) => (word ? `https://schema.org/${word}` : []));
    return {
      ...shared,
      '@type': 'ProductGroup',
      productGroupID: String(product.id),
      ...(variesBy.length > 0 && { variesBy }),
      hasVariant: variants.map((variant, row) => ({
        '@type': 'Product',
        name: `${product.title} - ${variant.values.join(', ')}`,
        ...codesOf(variant),
        ...(variant.image && { image: variant.image }),
        ...traits(options, words, variant.values),
        offers: offer(row, `${url}?variant=${variant.id}`),
      })),
    };
  }
  const row = variants[product.shown] ? product.shown : 0;
  return {
    ...shared,
    '@type': 'Product',
    ...codesOf(variants[row]!),
    offers: isChoice ? span(variants, url, currency) : offer(row, url),
  };
}

/** A barcode is only a GTIN with a valid check digit: another number would be that of another product. */
function codesOf({ sku, barcode }: VariantFacts): { sku?: string; mpn?: string; gtin?: string } {
  const gtin = barcode.replace(/[\s-]/g, '');
  return { ...(sku && { sku, mpn: sku }), ...(isGtin(gtin) && { gtin }) };
}

/** Whether a number is a GS1 number of 8, 12, 13 or 14 digits: weights of 3 and 1 from the right make a multiple of ten. */
function isGtin(digits: string): boolean {
  if (!/^(?:\d{8}|\d{12,14})$/.test(digits) || /^0+$/.test(digits)) return false;
  const sum = [...digits].reverse().reduce((total, digit, at) => total + Number(digit) * (at % 2 ? 3 : 1), 0);
  return sum % 10 === 0;
}

function review({ nickname, star, content, created_at }: ReviewFacts) {
  return {
    '@type': 'Review' as const,
    author: { '@type': 'Person' as const, name: nickname },
    datePublished: new Date(created_at).toISOString().slice(0, 10),
    reviewRating: { '@type': 'Rating' as const, ratingValue: star },
    ...(content && { reviewBody: content }),
  };
}

/** schema.org's word for each option that has one; of two options with the same word the first has it. */
function wordsFor(options: readonly string[]): (string | undefined)[] {
  const words = options.map(
    (option) =>
      Object.entries(optionNames).find(([, names]) => names.split(' ').includes(option.toLowerCase()))?.[0],
  );
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

/** Returns what writes a variant's offer. A rate is written out by the first offer that has it; later ones name it. */
function offersOf(product: ProductFacts): (row: number, url: string) => Offer {
  const { currency, shipping, shipsOn, variants } = product;
  const written = new Set<number>();
  const detailsOf = (row: number): OfferShippingDetails[] =>
    shipping.flatMap((rate, at) => {
      if (!rate.rows.includes(row)) return [];
      const name = { '@id': `#shipping-${at + 1}` };
      if (written.has(at)) return name as OfferShippingDetails;
      written.add(at);
      return { ...(rate.rows.length > 1 && name), ...shippingDetails(rate, product) };
    });
  return (row, url) => {
    const { price, was, availability } = variants[row]!;
    const details = detailsOf(row);
    return {
      '@type': 'Offer',
      url,
      price,
      priceCurrency: currency,
      ...(was !== null && {
        priceSpecification: {
          '@type': 'UnitPriceSpecification',
          priceType: 'https://schema.org/StrikethroughPrice',
          price: was,
          priceCurrency: currency,
        },
      }),
      availability: `https://schema.org/${availability}`,
      ...(availability === 'PreOrder' && shipsOn && { availabilityStarts: shipsOn }),
      itemCondition: 'https://schema.org/NewCondition',
      ...(details.length > 0 && { shippingDetails: details }),
    };
  };
}

/** Of a pre-order nobody knows the days until it leaves. */
function shippingDetails(
  { amount, countries, transit }: ShippingRate,
  { currency, handling, shipsOn }: ProductFacts,
): OfferShippingDetails {
  const handlingTime = shipsOn ? null : handling;
  return {
    '@type': 'OfferShippingDetails',
    shippingRate: { '@type': 'MonetaryAmount', value: amount, currency },
    shippingDestination: countries.map((addressCountry) => ({ '@type': 'DefinedRegion', addressCountry })),
    ...(transit && {
      deliveryTime: {
        '@type': 'ShippingDeliveryTime',
        ...(handlingTime && { handlingTime: inDays(handlingTime) }),
        transitTime: inDays(transit),
      },
    }),
  };
}

const inDays = ({ min, max }: DaySpan): QuantitativeValue => ({
  '@type': 'QuantitativeValue',
  minValue: min,
  maxValue: max,
  unitCode: 'DAY',
});

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
