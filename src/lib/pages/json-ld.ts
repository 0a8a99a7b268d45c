/** Builds the structured data (JSON-LD) of pages, for search engines. */
import type {
  BlogPosting,
  BreadcrumbList,
  CollectionPage,
  Organization,
  PostalAddress,
  SearchAction,
  Thing,
  WebSite,
  WithActionConstraints,
  WithContext,
} from 'schema-dts';
import type { ResponseData } from '../contract/endpoint.ts';
import type { Endpoints } from '../contract/table.ts';
import { getSocialImage } from '../media/image.ts';
import { articlePath, canonicalUrl, productPath } from './paths.ts';

export type JsonLd = WithContext<Thing>;

/** Serializes JSON so that it cannot end its script element, even with untrusted texts: escapes `<` and JavaScript line breaks. */
export function jsonForScript(value: unknown): string {
  return JSON.stringify(value).replace(
    /[<\u2028\u2029]/g,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

export interface Crumb {
  name: string;
  /** Path of the page; the last crumb is the current page. */
  path: string;
}

export function breadcrumbJsonLd(origin: string, crumbs: readonly Crumb[]): WithContext<BreadcrumbList> {
  return {
    '@context': 'https://schema.org',
    '@type': 'BreadcrumbList',
    itemListElement: crumbs.map((crumb, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name: crumb.name,
      item: canonicalUrl(origin, crumb.path),
    })),
  };
}

interface ShopFacts {
  origin: string;
  root: string;
  name: string;
  lang: string;
  email: string;
  address?: readonly string[] | undefined;
  sameAs: readonly string[];
  returns?: { days: number; countries: readonly string[] } | undefined;
}

/** Maximum number of countries that search engines read in a return policy. */
const maxPolicyCountries = 50;

/** Returns the shop as the author or publisher of a page. */
const organization = ({ origin, name }: Pick<ShopFacts, 'origin' | 'name'>) => ({
  '@type': 'Organization' as const,
  name,
  url: canonicalUrl(origin, '/'),
  logo: `${origin}/icon-512.png`,
});

/** Returns the shop's postal address. The last line counts as the country if it is the name of a country that the shop ships to. */
function postalAddress(lines: readonly string[], countries: readonly string[], lang: string): PostalAddress {
  const names = new Intl.DisplayNames([lang], { type: 'region' });
  const addressCountry = countries.find((code) => names.of(code) === lines.at(-1));
  const street = addressCountry ? lines.slice(0, -1) : lines;
  return {
    '@type': 'PostalAddress',
    streetAddress: street.join(', '),
    ...(addressCountry && { addressCountry }),
  };
}

/**
 * Returns the structured data of the home page: the shop, and its website with a search in the page's language.
 * @param social URLs of the social links in the footer
 */
export function shopJsonLd(
  shop: ShopFacts,
  social: readonly string[],
): [WithContext<Organization>, WithContext<WebSite>] {
  const { address = [], returns } = shop;
  const sameAs = [...new Set([...shop.sameAs, ...social])];
  const search: WithActionConstraints<SearchAction> = {
    '@type': 'SearchAction',
    target: `${shop.root}/search?type=product&q={search_term_string}`,
    'query-input': 'required name=search_term_string',
  };
  return [
    {
      '@context': 'https://schema.org',
      ...organization(shop),
      ...(shop.email && {
        email: shop.email,
        contactPoint: { '@type': 'ContactPoint', contactType: 'customer service', email: shop.email },
      }),
      ...(address.length > 0 && { address: postalAddress(address, returns?.countries ?? [], shop.lang) }),
      ...(sameAs.length > 0 && { sameAs }),
      ...(returns &&
        returns.countries.length > 0 && {
          hasMerchantReturnPolicy: {
            '@type': 'MerchantReturnPolicy',
            applicableCountry: returns.countries.slice(0, maxPolicyCountries),
            returnPolicyCategory: 'https://schema.org/MerchantReturnFiniteReturnWindow',
            merchantReturnDays: returns.days,
          },
        }),
    },
    {
      '@context': 'https://schema.org',
      '@type': 'WebSite',
      name: shop.name,
      inLanguage: shop.lang,
      url: canonicalUrl(shop.root, '/'),
      potentialAction: search,
    },
  ];
}

/**
 * Returns the structured data of a product list.
 * @param list a collection or a promotion, with the path of its page
 */
export function itemListJsonLd(
  origin: string,
  list: { title: string; path: string },
  products: readonly { title: string; seo_url: string }[],
): WithContext<CollectionPage> {
  return {
    '@context': 'https://schema.org',
    '@type': 'CollectionPage',
    name: list.title,
    url: canonicalUrl(origin, list.path),
    mainEntity: {
      '@type': 'ItemList',
      itemListElement: products.map((product, index) => ({
        '@type': 'ListItem',
        position: index + 1,
        name: product.title,
        url: canonicalUrl(origin, productPath(product.seo_url)),
      })),
    },
  };
}

/** Returns the structured data of an article. If it has no author, or the author has the shop's name, the shop is the author. */
export function articleJsonLd(
  shop: Pick<ShopFacts, 'origin' | 'root' | 'name'>,
  article: Pick<
    ResponseData<Endpoints['GET /api/v1/storefront/article']>,
    'title' | 'seo_url' | 'summary' | 'author' | 'published_at' | 'picture'
  >,
): WithContext<BlogPosting> {
  const publisher = organization(shop);
  const { author, picture } = article;
  return {
    '@context': 'https://schema.org',
    '@type': 'BlogPosting',
    headline: article.title,
    description: article.summary,
    url: canonicalUrl(shop.root, articlePath(article.seo_url)),
    datePublished: new Date(article.published_at).toISOString(),
    ...(picture && { image: shop.origin + getSocialImage(picture).path }),
    author: author && author !== shop.name ? { '@type': 'Person', name: author } : publisher,
    publisher,
  };
}
