/**
 * In-memory index of all published products, for lists, filters and searches. All its data comes from the database, with which it
 * is synced (synced-index.ts).
 */
import type { SortType } from '../catalog/listing-store.ts';
import type { RequestedVariant } from '../catalog/requested-variant.ts';
import { defaultFacetNames } from './facet-name-mapper.ts';
import { FacetValues } from './facet-values.ts';
import { type FilterResult, filterProducts, type IndexFilterChoices } from './filter-products.ts';
import {
  getCollectionIds,
  type IndexedProduct,
  positionInCollection,
  type SearchableProduct,
} from './indexed-product.ts';
import type { OptionWordIndex } from './option-word-index.ts';
import { paginateByRank, paginateOrdered } from './paginate.ts';
import type { ParsedSearch, SearchTerm, Vocabulary } from './parse-search.ts';
import { ProductColumns } from './product-columns.ts';
import { facetNumbers, tokenizeProduct } from './product-words.ts';
import { exactRanks, findHits, type Hits, pickTopSlots, rankLimit, separateMentions } from './ranking.ts';
import { createCollectionComparator, createSortComparator, priceSortTypes } from './sort-orders.ts';
import type { StemLanguage } from './stemmers.ts';
import { type SearchLanguages, TermIndex } from './term-index.ts';
import { compactCode } from './tokenizer.ts';
import { eventLoopYielder, sortYielding } from './yield-to-event-loop.ts';

/**
 * Returns which variant of each product to show, according to the filters and the search; null if no option filter is chosen and no
 * search word matches an option value.
 * @param choices chosen filters, by filter name
 * @param terms terms of the parsed search; their synonyms match option values as well
 */
function variantWish(
  choices: IndexFilterChoices,
  terms: readonly SearchTerm[],
  facets: FacetValues,
): RequestedVariant | null {
  const options = choices.groups.filter(({ kind }) => kind === 'option');
  const named = terms.map((term) => namedBy(term, facets.optionIndex)).filter((values) => values.size > 0);
  if (options.length + named.length === 0) return null;
  const { priceMin = 0, priceMax = Number.POSITIVE_INFINITY } = choices;
  return {
    key: JSON.stringify([
      options.map(({ name, values }) => [name, values]),
      named.map((values) => [...values.keys()]),
      ...[priceMin, priceMax],
    ]),
    filters: options.map(
      ({ name, values }) => new Set(values.flatMap((value) => facets.naming.behind(name, value))),
    ),
    terms: named,
    priceMin,
    priceMax,
  };
}

/** Returns the option values that contain all words of one of the term's alternatives, each with its number of words. */
function namedBy({ alternatives }: SearchTerm, optionIndex: OptionWordIndex): ReadonlyMap<string, number> {
  return new Map(
    alternatives.flatMap(({ words }) => {
      const [first, ...others] = words.map((word) => optionIndex.namedBy(word));
      return [...(first ?? [])].filter(([value]) => others.every((values) => values.has(value)));
    }),
  );
}

/** Returns the distinct handle, SKUs and barcodes of a product in compact form, for exact lookups. */
const compactCodes = ({ codes }: IndexedProduct) => new Set(codes.map(compactCode).filter(Boolean));

class SortedList {
  slots: number[] = [];
  readonly #compare: (one: number, other: number) => number;

  constructor(compare: (one: number, other: number) => number) {
    this.#compare = compare;
  }

  /** Fills an empty list with the given slots in sort order. */
  async fill(slots: readonly number[]): Promise<void> {
    this.slots = await sortYielding(slots, this.#compare);
  }

  add(slot: number): void {
    const last = this.slots.at(-1);
    if (last === undefined || this.#compare(last, slot) < 0) this.slots.push(slot);
    else this.slots.splice(this.#firstFrom(slot), 0, slot);
  }

  /** Removes a slot from the list. @param slot its product must have the same sort keys as when the slot was added */
  remove(slot: number): void {
    const at = this.#firstFrom(slot);
    if (this.slots[at] === slot) this.slots.splice(at, 1);
  }

  #firstFrom(slot: number): number {
    let low = 0;
    let high = this.slots.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#compare(this.slots[middle]!, slot) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

/** Current prices of products, and an id of the pricing state. */
export interface SearchPricing {
  /** Id of the pricing state; changes whenever a price changes. */
  state: string;
  /** Returns the lowest of the given prices after one-price promotions, in minor units. */
  lowest(productId: number, collectionIds: readonly number[], prices: readonly number[]): number;
}

export const pricingWithoutPromotions: SearchPricing = {
  state: '',
  lowest: (_id, _collections, prices) => Math.min(...prices),
};

export interface SearchQuery {
  /** Collection to list or search; undefined: the whole shop, which requires a search. */
  collectionId: number | undefined;
  /** The parsed search; null to list the collection. */
  search: {
    reading: ParsedSearch;
    languages: SearchLanguages;
    /** The search text as typed; it may be a handle, a SKU or a barcode. */
    code: string;
  } | null;
  /** Chosen filters; an option may have the name of its filter or its own name. */
  choices: IndexFilterChoices;
  sort: SortType;
  /** Page number, starting at 1. */
  page: number;
  size: number;
}

export interface FoundProducts {
  /** Ids of the products on the page, in order. */
  ids: number[];
  selection: FilterResult;
  hits: Hits | null;
  /**
   * Ids of products that only mention the search words in their description, while others have them in their name; best first, not
   * included in `ids`.
   */
  mentionIds: number[];
  /** `choices` of the query, with options renamed to their filter names. */
  choices: IndexFilterChoices;
  /** The variants that the filters and the search select; null for none. */
  wish: RequestedVariant | null;
}

const maxMentions = 3;

export class CatalogueIndex {
  readonly facets: FacetValues;
  readonly #termIndex: TermIndex;
  readonly #columns = new ProductColumns();
  readonly #byId = new Map<number, IndexedProduct>();
  /** Slots by handle, SKU and barcode, each in the form that `compactCode` returns. */
  readonly #byCode = new Map<string, number[]>();
  readonly #collections = new Map<number, SortedList>();
  readonly #orders = new Map<SortType, SortedList>();
  #pricing = pricingWithoutPromotions;

  /**
   * @param languages languages whose inflected forms match; fixed for the lifetime of the index
   * @param naming configured filter names; fixed for the lifetime of the index
   */
  constructor(languages: readonly StemLanguage[], naming = defaultFacetNames) {
    this.#termIndex = new TermIndex(languages);
    this.facets = new FacetValues(naming, languages);
  }

  /** Adds or replaces a product. Call `settle` after adding the last product. */
  put(facts: SearchableProduct): void {
    this.remove(facts.id);
    const slot = this.#columns.nextSlot();
    const collectionIds = facts.places.map(({ collectionId }) => collectionId);
    const item: IndexedProduct = {
      id: facts.id,
      slot,
      titleKey: facts.title.toLowerCase(),
      ...this.#learn(facts, slot),
      codes: [facts.handle, ...facts.skus, ...facts.barcodes].map((code) => code.toLowerCase()),
      prices: facts.prices,
      createdAt: facts.createdAt,
      places: facts.places.flatMap(({ collectionId, position }) => [collectionId, position]),
    };
    const pays = this.#pricing.lowest(facts.id, collectionIds, facts.prices);
    const { forSale, soldOut } = facetNumbers(facts, (...named) => this.facets.numberOf(...named));
    this.#columns.put(item, pays, facts.inStock, forSale, soldOut);
    this.#byId.set(item.id, item);
    for (const code of compactCodes(item)) {
      const slots = this.#byCode.get(code);
      if (slots) slots.push(slot);
      else this.#byCode.set(code, [slot]);
    }
    for (const collectionId of collectionIds) this.#collection(collectionId).add(slot);
    for (const order of this.#orders.values()) order.add(slot);
  }

  /** Removes a product; an unknown id has no effect. */
  remove(id: number): void {
    const item = this.#byId.get(id);
    if (!item) return;
    for (const order of this.#orders.values()) order.remove(item.slot);
    for (const collectionId of getCollectionIds(item)) this.#collection(collectionId).remove(item.slot);
    for (const entry of item.entries) this.#termIndex.remove(entry, item.slot);
    for (const code of compactCodes(item)) {
      const others = this.#byCode.get(code)!.filter((slot) => slot !== item.slot);
      if (others.length > 0) this.#byCode.set(code, others);
      else this.#byCode.delete(code);
    }
    this.#byId.delete(id);
    this.#columns.remove(item.slot);
  }

  /** Makes added products searchable. */
  settle(): void {
    this.#termIndex.settle();
  }

  /** Returns the words of the products as a vocabulary for parsing a search. */
  vocabulary(languages: SearchLanguages): Vocabulary {
    const termIndex = this.#termIndex;
    return {
      knows: (word) =>
        termIndex.whole(word, languages).length > 0 || termIndex.hasBeginning(word) || this.#byCode.has(word),
      knowsWhole: (word, asName) =>
        termIndex
          .whole(word, languages)
          .some(({ entry, inDescriptions }) => entry.isName || (inDescriptions && !asName)),
      eachWord: (visit) => termIndex.eachWord(visit),
    };
  }

  /** Prepares the index for queries: updates prices and builds the given sort orders. Searches always require sort order 0. */
  async prepare(pricing: SearchPricing, sorts: readonly SortType[]): Promise<void> {
    if (pricing.state !== this.#pricing.state) await this.#reprice(pricing);
    for (const sort of sorts) {
      if (this.#orders.has(sort)) continue;
      const order = new SortedList(createSortComparator(this.#columns, sort));
      await order.fill(Array.from(this.#byId.values(), ({ slot }) => slot));
      this.#orders.set(sort, order);
    }
  }

  /**
   * Finds one page of products and counts filter values, yielding to the event loop between steps. Call `prepare` with the same
   * sort order first, and call no other method until the promise resolves.
   */
  async find(query: SearchQuery): Promise<FoundProducts> {
    const yieldToEventLoop = eventLoopYielder();
    const { sort, size } = query;
    const columns = this.#columns;
    const choices = { ...query.choices, groups: this.facets.naming.named(query.choices.groups) };
    const collectionSlots = this.#collections.get(query.collectionId ?? 0)?.slots ?? [];
    const { search } = query;
    const hits =
      search &&
      (await findHits(this.#termIndex, columns, search.reading, search.languages, this.#coded(search.code)));
    await yieldToEventLoop();
    const { found, mentions } = hits
      ? separateMentions(this.#within(hits.slots, query.collectionId), hits)
      : { found: collectionSlots, mentions: [] };
    const selection = filterProducts(found, columns, choices, this.facets);
    await yieldToEventLoop();
    const { fits, total } = selection;
    const from = (query.page - 1) * size;
    const page =
      hits && sort === 0
        ? paginateByRank(this.#ordered(0), hits.ranks, rankLimit, fits, from, size)
        : paginateOrdered(sort === 0 ? collectionSlots : this.#ordered(sort), fits, total, from, size);
    const idsOf = (slots: readonly number[]) => slots.map((slot) => columns.items[slot]!.id);
    const mentioned = hits ? pickTopSlots(mentions, hits.ranks, maxMentions) : [];
    const wish = variantWish(choices, search?.reading.terms ?? [], this.facets);
    return { ids: idsOf(page), selection, hits, mentionIds: idsOf(mentioned), choices, wish };
  }

  /** Returns the ranks, by slot, of the products whose handle, SKU or barcode is the typed text. */
  #coded(typed: string): Map<number, number> {
    const written = typed.trim().toLowerCase();
    const slots = this.#byCode.get(compactCode(typed)) ?? [];
    // Ignore the handle at index 0: it is derived from the title, so an exact match ranks no higher than a match without hyphens.
    const isWritten = (slot: number) => this.#columns.items[slot]!.codes.indexOf(written, 1) > 0;
    return new Map(slots.map((slot) => [slot, isWritten(slot) ? exactRanks.code : exactRanks.looseCode]));
  }

  #within(slots: number[], collectionId: number | undefined): number[] {
    if (collectionId === undefined) return slots;
    return slots.filter((slot) => positionInCollection(this.#columns.items[slot]!, collectionId) >= 0);
  }

  #ordered(sort: SortType): readonly number[] {
    const order = this.#orders.get(sort);
    if (!order) throw new Error('The search index does not support this sort order.');
    return order.slots;
  }

  async #reprice(pricing: SearchPricing): Promise<void> {
    for (const sort of priceSortTypes) this.#orders.delete(sort);
    // Use an invalid state until all prices are updated, so that the update starts again after a failure.
    this.#pricing = { ...pricing, state: 'underway' };
    const yieldToEventLoop = eventLoopYielder();
    for (const item of this.#byId.values()) {
      this.#columns.pays[item.slot] = pricing.lowest(item.id, getCollectionIds(item), item.prices);
      await yieldToEventLoop();
    }
    this.#pricing = pricing;
  }

  #collection(id: number): SortedList {
    let list = this.#collections.get(id);
    if (!list) {
      list = new SortedList(createCollectionComparator(this.#columns, id));
      this.#collections.set(id, list);
    }
    return list;
  }

  #learn(facts: SearchableProduct, slot: number) {
    const { title, texts } = tokenizeProduct(facts);
    const seen = new Set<string>();
    const entries = texts.flatMap(([field, words]) =>
      [...words].flatMap(([word, spelling]) => {
        if (seen.has(word)) return [];
        seen.add(word);
        return this.#termIndex.add(word, spelling, slot, field);
      }),
    );
    return { phrase: [...title.keys()].join(' '), entries };
  }
}
