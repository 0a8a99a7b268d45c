/**
 * The part of product search that works with any `ProductFinder` (docs/decisions/13-search-and-lists.md): parses the search text,
 * lets the finder find products, and adds matching articles, pages and collections.
 */
import type { Filters } from '#lib/catalog/filters.ts';
import { currencyDigits } from '#lib/money/minor.ts';
import { tags } from '../cache/tags.ts';
import type { Context } from '../core/handler.ts';
import { readPromotionsAndCurrency } from '../promotions/price-view.ts';
import type {
  CatalogueQuery,
  CatalogueSearch,
  Listing,
  Suggestions,
  TextMatches,
} from './catalogue-search.ts';
import { facetsKey } from './facet-name-mapper.ts';
import { buildFacets } from './facets.ts';
import type { IndexFilterChoices } from './filter-products.ts';
import { findMatchingTexts } from './indexed-texts.ts';
import { type Alternative, parseSearch, type SearchTerm, type Vocabulary } from './parse-search.ts';
import { popularSearches } from './popular-store.ts';
import { createSearchPricing } from './pricing.ts';
import type { ProductFinder, ProductSnapshot } from './product-finder.ts';
import { loadSearchData, readThroughSearchCache, type SearchData } from './search-data.ts';
import type { SearchQuery } from './search-index.ts';
import { stemLanguage } from './stemmers.ts';
import { compactCode, tokenizeKeepingOriginals } from './tokenizer.ts';
import { eventLoopYielder } from './yield-to-event-loop.ts';

/** Maximum number of words in a search; further words are ignored. */
const maxWords = 12;

/** Maximum number of articles, of pages and of collections that a search returns in addition to products. */
const maxTexts = 3;

/** Maximum number of searches, and of collections, suggested for an empty search field. */
const maxSuggested = 6;

const noTexts: TextMatches = { articleIds: [], pages: [], collectionIds: [], first: null };

const nothing = {
  ids: [],
  total: 0,
  facets: [],
  priceMin: 0,
  priceMax: 0,
  inStock: 0,
  corrected: null,
  isPartial: false,
  isClosest: false,
  mentionIds: [],
  texts: noTexts,
  wish: null,
} satisfies Omit<Listing, 'currency' | 'lang' | 'options'>;

export function createProductSearch(finder: ProductFinder): Pick<CatalogueSearch, 'find'> {
  return { find: (context, query) => find(finder, context, query) };
}

/** Finds one page of products at the time of the request, and adds the cache tags of their prices to the response. */
async function find(finder: ProductFinder, context: Context, query: CatalogueQuery): Promise<Listing> {
  const spellingByWord = tokenizeKeepingOriginals(query.q.slice(0, 1000), maxWords);
  const { promotions, currency } = await readPromotionsAndCurrency(context);
  const isBlank = spellingByWord.size === 0 && (query.q.trim() !== '' || query.collectionId === undefined);
  if (isBlank) return { currency, lang: query.lang, ...nothing, options: query.filters.options };
  const pricing = createSearchPricing(promotions, context.now);
  context.tag(tags.setting(facetsKey));
  const choices = toChoices(query.filters, currency);
  const searchData = spellingByWord.size > 0 ? await loadSearchData(context) : null;
  return finder.use(context.services, pricing, query.sort, async (products) => {
    const search = searchData && (await readWith(products, spellingByWord, searchData, query));
    const listed = await products.find({ ...query, search, choices });
    const { ids, selection, hits, mentionIds, wish } = listed;
    const isPartial = hits?.isPartial ?? false;
    const hasNoFullMatch = isPartial || hits?.slots.length === 0;
    const texts = search && searchData ? textsOf(searchData, search.reading.terms, hasNoFullMatch) : noTexts;
    const isFound = (hits?.slots.length ?? 0) > 0 || texts !== noTexts;
    return {
      currency,
      lang: searchData ? spokenOr(searchData, query.lang) : query.lang,
      ids,
      total: listed.total,
      facets: buildFacets(listed.facets, selection, listed.choices),
      options: optionsOf(listed.choices),
      priceMin: selection.priceMin,
      priceMax: selection.priceMax,
      inStock: selection.inStock,
      corrected: isFound && search ? search.reading.corrected : null,
      isPartial,
      isClosest: search?.isClosest ?? false,
      mentionIds,
      texts,
      wish,
    };
  });
}

/** Returns suggestions for an empty search field. @param requestedLang language code, as in `CatalogueQuery` */
export async function suggest(context: Context, requestedLang: string): Promise<Suggestions> {
  const searchData = await loadSearchData(context);
  const lang = spokenOr(searchData, requestedLang);
  const real = await readThroughSearchCache(context, `popular:${lang}`, [], () =>
    popularSearches(context.services.db.read, lang, context.now, maxSuggested),
  );
  const configuredSearches = searchData.thesaurus.get(lang)?.popular ?? [];
  return {
    searches: [...new Set([...real, ...configuredSearches])].slice(0, maxSuggested),
    collectionIds: searchData.collections.slice(0, maxSuggested).map(({ key }) => key),
  };
}

/** Returns the requested language if the shop offers it, otherwise the language of the shop's texts. */
const spokenOr = ({ spoken, own: contentLang }: SearchData, requestedLang: string) =>
  spoken.includes(requestedLang) ? requestedLang : contentLang;

async function readWith(
  products: ProductSnapshot,
  spellingByWord: ReadonlyMap<string, string>,
  shop: SearchData,
  { q: code, lang: requestedLang }: CatalogueQuery,
): Promise<NonNullable<SearchQuery['search']> & { isClosest: boolean }> {
  const { own: contentLang, thesaurus, vocabulary } = shop;
  const lang = spokenOr(shop, requestedLang);
  const languages = { search: stemLanguage(lang), content: stemLanguage(contentLang) };
  const whole = compactCode(code);
  const indexed = await products.vocabulary(languages, [...spellingByWord.keys(), whole]);
  const either = eitherOf(indexed, vocabulary);
  const reader = {
    // If the text is a handle, SKU or barcode, treat each of its words as an existing word, so that none is corrected.
    vocabulary: indexed.knows(whole) ? { ...either, knows: () => true } : either,
    thesaurus,
    languages,
    synonymLanguages: [lang, contentLang],
  };
  const reading = await parseSearch(spellingByWord, reader, eventLoopYielder());
  // In a language other than that of the shop's texts, the merchant's `finds` entries are translations, not substitute products.
  const led =
    lang === contentLang ? reading.terms.filter(({ alternatives }) => alternatives.some(isSubstitute)) : [];
  const words = led.flatMap(({ alternatives }) => alternatives.flatMap((one) => one.words));
  const named = led.length > 0 ? await products.vocabulary(languages, [...new Set(words)]) : indexed;
  return { reading, languages, code, isClosest: led.some((term) => isForOthers(term, named)) };
}

const isSubstitute = (one: Alternative) => one.isSubstitute;

/** Returns whether no product contains the typed word or a synonym of it, so that only the merchant's substitutes match. */
function isForOthers({ alternatives: [typed, ...others] }: SearchTerm, { knows }: Vocabulary): boolean {
  const matching = others.filter((one) => one.words.every(knows));
  return matching.length > 0 && matching.every(isSubstitute) && !typed!.words.every(knows);
}

const eitherOf = (one: Vocabulary, other: Vocabulary): Vocabulary => ({
  knows: (word) => one.knows(word) || other.knows(word),
  knowsWhole: (word, asName) => one.knowsWhole(word, asName) || other.knowsWhole(word, asName),
  eachWord: (visit) => {
    one.eachWord(visit);
    other.eachWord(visit);
  },
});

/**
 * Returns the articles, pages and collections that match the search.
 * @param hasNoFullMatch no product matches every word, so texts that contain half of the words are returned too
 */
function textsOf(
  { own: contentLang, ...searchData }: SearchData,
  terms: readonly SearchTerm[],
  hasNoFullMatch: boolean,
): TextMatches {
  const language = stemLanguage(contentLang);
  const pages = findMatchingTexts(searchData.pages, terms, language, { inPart: hasNoFullMatch });
  const collections = findMatchingTexts(searchData.collections, terms, language, { inPart: hasNoFullMatch });
  const articles = findMatchingTexts(searchData.articles, terms, language, { inPart: hasNoFullMatch });
  if (pages.length + collections.length + articles.length === 0) return noTexts;
  const kinds = [
    ['page', pages],
    ['collection', collections],
    ['article', articles],
  ] as const;
  return {
    articleIds: articles.slice(0, maxTexts).map(({ key }) => key),
    pages: pages.slice(0, maxTexts).map(({ key }) => key),
    collectionIds: collections.slice(0, maxTexts).map(({ key }) => key),
    first: kinds.find(([, found]) => found[0]?.isIt)?.[0] ?? null,
  };
}

function optionsOf({ groups }: IndexFilterChoices): Listing['options'] {
  const options = groups.filter(({ kind }) => kind === 'option');
  return Object.fromEntries(options.map(({ name, values }) => [name, values]));
}

/**
 * Converts the filters of a request to those of the index. Fractions of a minor unit are rounded inwards: a maximum price of 9.999
 * becomes 9.99.
 */
function toChoices(filters: Filters, currency: string): IndexFilterChoices {
  const unit = 10 ** currencyDigits(currency);
  // Removes floating-point noise: 19.99 * 100 is 1998.9999999999998.
  const minor = (amount: number) => Number((amount * unit).toFixed(4));
  const { tags, vendors, productTypes } = filters;
  const groups: IndexFilterChoices['groups'] = [
    ...Object.entries(filters.options).map(([name, values]) => ({ kind: 'option' as const, name, values })),
    { kind: 'tag', name: '', values: tags },
    { kind: 'vendor', name: '', values: vendors },
    { kind: 'product_type', name: '', values: productTypes },
  ];
  return {
    groups: groups.filter(({ values }) => values.length > 0),
    inStock: filters.inStock,
    priceMin: filters.priceMin === undefined ? undefined : Math.ceil(minor(filters.priceMin)),
    priceMax: filters.priceMax === undefined ? undefined : Math.floor(minor(filters.priceMax)),
  };
}
