/** Structured data for search engines, written into script elements. */
import type {
  BlogPosting,
  BreadcrumbList,
  CollectionPage,
  Organization,
  SearchAction,
  Thing,
  WebSite,
  WithActionConstraints,
  WithContext,
} from 'schema-dts';
import { articlePath, canonicalFor, productPath } from './addresses.ts';

export type JsonLd = WithContext<Thing>;

/** JSON that cannot leave its script element, whatever a merchant or shopper wrote: without `<`, and without JavaScript's own line ends. */
export function jsonForScript(value: unknown): string {
  return JSON.stringify(value).replace(
    /[<\u2028\u2029]/g,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

export interface Crumb {
  name: string;
  /** Path; the last crumb is the page itself. */
  path: string;
}

export function breadcrumbLd(origin: string, crumbs: readonly Crumb[]): WithContext<BreadcrumbList> {
  return {
    '@context': 'https://schema.org',
    '@type': 'BreadcrumbList',
    itemListElement: crumbs.map((crumb, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name: crumb.name,
      item: canonicalFor(origin, crumb.path),
    })),
  };
}

/** The shop itself, and its pages in their language with their search, on the home page. */
export function shopLd(shop: {
  origin: string;
  root: string;
  name: string;
  lang: string;
  sameAs: readonly string[];
}): [WithContext<Organization>, WithContext<WebSite>] {
  const search: WithActionConstraints<SearchAction> = {
    '@type': 'SearchAction',
    target: `${shop.root}/search?type=product&q={search_term_string}`,
    'query-input': 'required name=search_term_string',
  };
  return [
    {
      '@context': 'https://schema.org',
      '@type': 'Organization',
      name: shop.name,
      url: canonicalFor(shop.origin, '/'),
      logo: `${shop.origin}/icon-512.png`,
      ...(shop.sameAs.length > 0 && { sameAs: shop.sameAs }),
    },
    {
      '@context': 'https://schema.org',
      '@type': 'WebSite',
      name: shop.name,
      inLanguage: shop.lang,
      url: canonicalFor(shop.root, '/'),
      potentialAction: search,
    },
  ];
}

/** @param list a collection or a promotion, by the path of its page */
export function itemListLd(
  origin: string,
  list: { title: string; path: string },
  products: readonly { title: string; seo_url: string }[],
): WithContext<CollectionPage> {
  return {
    '@context': 'https://schema.org',
    '@type': 'CollectionPage',
    name: list.title,
    url: canonicalFor(origin, list.path),
    mainEntity: {
      '@type': 'ItemList',
      itemListElement: products.map((product, index) => ({
        '@type': 'ListItem',
        position: index + 1,
        name: product.title,
        url: canonicalFor(origin, productPath(product.seo_url)),
      })),
    },
  };
}

export function articleLd(
  shop: { root: string; name: string },
  article: { title: string; seo_url: string; summary: string; author: string; published_at: number },
): WithContext<BlogPosting> {
  return {
    '@context': 'https://schema.org',
    '@type': 'BlogPosting',
    headline: article.title,
    description: article.summary,
    url: canonicalFor(shop.root, articlePath(article.seo_url)),
    datePublished: new Date(article.published_at).toISOString(),
    author: article.author
      ? { '@type': 'Person', name: article.author }
      : { '@type': 'Organization', name: shop.name },
    publisher: { '@type': 'Organization', name: shop.name },
  };
}
