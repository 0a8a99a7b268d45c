/** Builds the structured data of a product for Google's merchant listings, where the price of each variant must match its page. */
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
import { canonicalUrl, productPath } from './paths.ts';

export interface VariantJsonLdData {
  id: number;
  /** Option values of the variant, one for each option. */
  values: string[];
  sku: string;
  /** Barcode as the merchant entered it; '' for none. */
  barcode: string;
  /** Price in `currency`, as the page displays it. */
  price: number;
  /** Struck-through price; null for none. */
  was: number | null;
  availability: 'InStock' | 'OutOfStock' | 'PreOrder';
  /** Absolute URL of the image; '' for none. */
  image: string;
}

/** Shipping cost of one unit to the given countries; several offers can refer to one rate. */
interface ShippingRate {
  /** Country codes, ISO 3166 alpha-2. */
  countries: string[];
  /** Shipping cost in `currency`. */
  amount: number;
  /** Working days in transit; null for no estimate. */
  transit: DaySpan | null;
  /** Indexes of the variants that the rate applies to. */
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
  /** Time at which the review was written, ms UTC. */
  created_at: number;
}

export interface ProductJsonLdData {
  id: number;
  seoUrl: string;
  title: string;
  description: string;
  brand: string;
  /** Absolute URLs of the product's images. */
  images: string[];
  /** Currency of the displayed prices, ISO 4217. */
  currency: string;
  rating: { average: number; count: number } | null;
  reviews: ReviewFacts[];
  shipping: ShippingRate[];
  /** Working days until dispatch; null if unknown. */
  handling: DaySpan | null;
  /** First shipping day of a pre-order, `YYYY-MM-DD`; null if unknown. */
  shipsOn: string | null;
  /** Option names; empty if the product has no options to choose. */
  options: string[];
  /** Variants of the product, at least one. */
  variants: VariantJsonLdData[];
  /** Index of the variant that the page displays initially. */
  shown: number;
}

/**
 * Maximum number of variants for which the structured data lists one offer each. With more, the page would contain more data for search
 * engines than for shoppers, so the structured data has a price range instead.
 */
export const maxOffers = 100;

/** Option names in several languages, by the schema.org property that they correspond to. */
const optionNames = {
  color: 'color colour farbe couleur kleur colore cor farve färg',
  size: 'size größe grösse groesse taille maat talla taglia tamanho',
  material: 'material werkstoff matière materiaal materiale',
  pattern: 'pattern muster motif patroon',
};

/**
 * Returns one offer for a product without options to choose, otherwise a group of variants with one offer each, or a price range if there
 * are too many variants.
 * @param origin origin of the URLs, with a language prefix if there is one: `https://…/de`
 */
export function productJsonLd(
  origin: string,
  product: ProductJsonLdData,
): WithContext<ProductGroup | Product> {
  const { options, variants, currency } = product;
  const url = canonicalUrl(origin, productPath(product.seoUrl));
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
    const properties = findSchemaProperties(options);
    const variesBy = properties.flatMap((word) => (word ? `https://schema.org/${word}` : []));
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
        ...traits(options, properties, variant.values),
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

/**
 * Returns the identifiers of a variant. A barcode counts as a GTIN only with a valid check digit, because a wrong number could identify
 * another product.
 */
function codesOf({ sku, barcode }: VariantJsonLdData): { sku?: string; mpn?: string; gtin?: string } {
  const gtin = barcode.replace(/[\s-]/g, '');
  return { ...(sku && { sku, mpn: sku }), ...(isGtin(gtin) && { gtin }) };
}

/** Checks a GS1 number of 8, 12, 13 or 14 digits: the sum of the digits, weighted 1 and 3 from the right, must be a multiple of ten. */
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

/** Returns the schema.org property for each option; if two options have the same property, only the first one gets it. */
function findSchemaProperties(options: readonly string[]): (string | undefined)[] {
  const properties = options.map(
    (option) =>
      Object.entries(optionNames).find(([, names]) => names.split(' ').includes(option.toLowerCase()))?.[0],
  );
  return properties.map((word, at) => (properties.indexOf(word) === at ? word : undefined));
}

/** Returns option values by schema.org property, or by option name if there is no such property. */
function traits(
  options: readonly string[],
  properties: readonly (string | undefined)[],
  values: readonly string[],
): Partial<ProductLeaf> {
  const propertyEntries = properties.flatMap((word, at) => (word ? [[word, values[at] ?? '']] : []));
  const named = options.flatMap((name, at) =>
    properties[at] ? [] : { '@type': 'PropertyValue' as const, name, value: values[at] ?? '' },
  );
  return { ...Object.fromEntries(propertyEntries), ...(named.length > 0 && { additionalProperty: named }) };
}

/** Returns a function that creates a variant's offer. The first offer with a shipping rate contains the rate, later ones refer to it. */
function offersOf(product: ProductJsonLdData): (row: number, url: string) => Offer {
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

/** Returns the shipping details of a rate. A pre-order has no known handling time. */
function shippingDetails(
  { amount, countries, transit }: ShippingRate,
  { currency, handling, shipsOn }: ProductJsonLdData,
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

/** Returns the price range of the available variants, or of all variants if none is available. */
function span(variants: readonly VariantJsonLdData[], url: string, currency: string): AggregateOffer {
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
