/**
 * Every published product as lists, filters and searches need it, in memory. It follows the database (synced-index.ts) and
 * holds nothing that is not there.
 */
import type { SortType } from '../catalog/listing-store.ts';
import type { RequestedVariant } from '../catalog/requested-variant.ts';
import { plainNaming } from './facet-naming.ts';
import { FacetValues } from './facet-values.ts';
import { collectionsOf, type IndexedProduct, type ProductFacts, positionIn } from './indexed-product.ts';
import type { OptionWords } from './option-words.ts';
import { pageOfOrder, pageOfRanks } from './paginate.ts';
import { ProductColumns } from './product-columns.ts';
import { facetNumbers, searchedTexts } from './product-words.ts';
import { bestOf, exactRanks, findHits, type Hits, partMentions, ranksEnd } from './ranking.ts';
import type { ParsedSearch, Unit, Vocabulary } from './read-search.ts';
import { type Choices, type Selection, select } from './selection.ts';
import { orderOn, orderWithin, priceOrders } from './sort-orders.ts';
import type { StemLanguage } from './stemmers.ts';
import { type SearchLanguages, TermIndex } from './term-index.ts';
import { compactCode } from './tokenizer.ts';
import { eventLoopYielder, sortCalmly } from './yield-to-event-loop.ts';

/**
 * @param choices by the names that are offered
 * @param units of the search, as it was read: what a word stands for names values as the word does
 * @returns null where nothing tells variants apart: no option is filtered by, and no word names an option's value
 */
function variantWish(choices: Choices, units: readonly Unit[], facets: FacetValues): RequestedVariant | null {
  const options = choices.groups.filter(({ kind }) => kind === 'option');
  const named = units.map((unit) => namedBy(unit, facets.words)).filter((values) => values.size > 0);
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
    words: named,
    priceMin,
    priceMax,
  };
}

/** Values that have all words of one of the unit's alternatives, with how many words each has. */
function namedBy({ alternatives }: Unit, optionWords: OptionWords): ReadonlyMap<string, number> {
  return new Map(
    alternatives.flatMap(({ words }) => {
      const [first, ...others] = words.map((word) => optionWords.namedBy(word));
      return [...(first ?? [])].filter(([value]) => others.every((values) => values.has(value)));
    }),
  );
}

/** What a product is found by as a whole, each once. */
const compactCodes = ({ codes }: IndexedProduct) => new Set(codes.map(compactCode).filter(Boolean));

class SortedList {
  slots: number[] = [];
  readonly #compare: (one: number, other: number) => number;

  constructor(compare: (one: number, other: number) => number) {
    this.#compare = compare;
  }

  /** Fills an empty list. */
  async fill(slots: readonly number[]): Promise<void> {
    this.slots = await sortCalmly(slots, this.#compare);
  }

  add(slot: number): void {
    const last = this.slots.at(-1);
    if (last === undefined || this.#compare(last, slot) < 0) this.slots.push(slot);
    else this.slots.splice(this.#firstFrom(slot), 0, slot);
  }

  /** @param slot whose keys are as when it was added */
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

/** What a product costs now: `paying` of the price view of the moment, and a name for its state. */
export interface Pricing {
  /** The same as long as every price is. */
  state: string;
  /** Lowest unit price of these, promotions of one price applied; minor units. */
  lowest(productId: number, collectionIds: readonly number[], prices: readonly number[]): number;
}

export const plainPricing: Pricing = {
  state: '',
  lowest: (_id, _collections, prices) => Math.min(...prices),
};

export interface SearchQuery {
  /** undefined: the whole shop, which needs words. */
  collectionId: number | undefined;
  /** What to find; null lists the collection. */
  search: {
    reading: ParsedSearch;
    languages: SearchLanguages;
    /** As it was typed: it may be a handle, a SKU or a barcode. */
    code: string;
  } | null;
  /** Options under the names that are offered or their own. */
  choices: Choices;
  sort: SortType;
  /** From 1. */
  page: number;
  size: number;
}

export interface FoundProducts {
  /** Of the page, in order. */
  ids: number[];
  selection: Selection;
  hits: Hits | null;
  /** What has the words in its description only, where others are called by them: not part of the list, best first. */
  mentionIds: number[];
  /** `choices` by the names that are offered. */
  choices: Choices;
  /** What choices and words ask of the variants of these products; null for nothing. */
  wish: RequestedVariant | null;
}

/** Mentions that are told of. */
const maxMentions = 3;

export class CatalogueIndex {
  readonly facets: FacetValues;
  readonly #terms: TermIndex;
  readonly #columns = new ProductColumns();
  readonly #byId = new Map<number, IndexedProduct>();
  /** Slots by handle, SKU and barcode (`compactCode`). */
  readonly #byCode = new Map<string, number[]>();
  readonly #collections = new Map<number, SortedList>();
  readonly #orders = new Map<SortType, SortedList>();
  #pricing = plainPricing;

  /**
   * @param languages whose inflections are found, as long as this index lives
   * @param naming how filters are called, as long as this index lives
   */
  constructor(languages: readonly StemLanguage[], naming = plainNaming) {
    this.#terms = new TermIndex(languages);
    this.facets = new FacetValues(naming, languages);
  }

  /** Puts a product in, in place of what was known of it; `settle` when all are in. */
  put(facts: ProductFacts): void {
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
    const { had, soldOut } = facetNumbers(facts, (...named) => this.facets.numberOf(...named));
    this.#columns.put(item, pays, facts.inStock, had, soldOut);
    this.#byId.set(item.id, item);
    for (const code of compactCodes(item)) {
      const slots = this.#byCode.get(code);
      if (slots) slots.push(slot);
      else this.#byCode.set(code, [slot]);
    }
    for (const collectionId of collectionIds) this.#collection(collectionId).add(slot);
    for (const order of this.#orders.values()) order.add(slot);
  }

  /** Takes a product out; one that is not in does no harm. */
  remove(id: number): void {
    const item = this.#byId.get(id);
    if (!item) return;
    for (const order of this.#orders.values()) order.remove(item.slot);
    for (const collectionId of collectionsOf(item)) this.#collection(collectionId).remove(item.slot);
    for (const entry of item.entries) this.#terms.remove(entry, item.slot);
    for (const code of compactCodes(item)) {
      const others = this.#byCode.get(code)!.filter((slot) => slot !== item.slot);
      if (others.length > 0) this.#byCode.set(code, others);
      else this.#byCode.delete(code);
    }
    this.#byId.delete(id);
    this.#columns.remove(item.slot);
  }

  /** Makes what was put in findable. */
  settle(): void {
    this.#terms.settle();
  }

  /** The words of the products, to read a search by. */
  vocabulary(languages: SearchLanguages): Vocabulary {
    const terms = this.#terms;
    return {
      knows: (word) =>
        terms.whole(word, languages).length > 0 || terms.hasBeginning(word) || this.#byCode.has(word),
      knowsWhole: (word, asName) =>
        terms
          .whole(word, languages)
          .some(({ entry, inDescriptions }) => entry.isName || (inDescriptions && !asName)),
      offer: (nearest) => terms.offer(nearest),
    };
  }

  /** Makes ready what a query needs: prices of the moment and the orders it is given by, 0 among them for a search. */
  async prepare(pricing: Pricing, sorts: readonly SortType[]): Promise<void> {
    if (pricing.state !== this.#pricing.state) await this.#reprice(pricing);
    for (const sort of sorts) {
      if (this.#orders.has(sort)) continue;
      const order = new SortedList(orderOn(this.#columns, sort));
      await order.fill(Array.from(this.#byId.values(), ({ slot }) => slot));
      this.#orders.set(sort, order);
    }
  }

  /**
   * Finds one page and counts its filters, with yields to the event loop between its steps. Call `prepare` with the same
   * sort before, and nothing else until it is done.
   */
  async find(wanted: SearchQuery): Promise<FoundProducts> {
    const yieldToEventLoop = eventLoopYielder();
    const { sort, size } = wanted;
    const columns = this.#columns;
    const choices = { ...wanted.choices, groups: this.facets.naming.named(wanted.choices.groups) };
    const own = this.#collections.get(wanted.collectionId ?? 0)?.slots ?? [];
    const { search } = wanted;
    const hits =
      search &&
      (await findHits(this.#terms, columns, search.reading, search.languages, this.#coded(search.code)));
    await yieldToEventLoop();
    const { found, mentions } = hits
      ? partMentions(this.#within(hits.slots, wanted.collectionId), hits)
      : { found: own, mentions: [] };
    const selection = select(found, columns, choices, this.facets);
    await yieldToEventLoop();
    const { fits, total } = selection;
    const from = (wanted.page - 1) * size;
    const page =
      hits && sort === 0
        ? pageOfRanks(this.#ordered(0), hits.ranks, ranksEnd, fits, from, size)
        : pageOfOrder(sort === 0 ? own : this.#ordered(sort), fits, total, from, size);
    const idsOf = (slots: readonly number[]) => slots.map((slot) => columns.items[slot]!.id);
    const mentioned = hits ? bestOf(mentions, hits.ranks, maxMentions) : [];
    const wish = variantWish(choices, search?.reading.units ?? [], this.facets);
    return { ids: idsOf(page), selection, hits, mentionIds: idsOf(mentioned), choices, wish };
  }

  /** Ranks by slot of the products whose code it is. */
  #coded(typed: string): Map<number, number> {
    const written = typed.trim().toLowerCase();
    const slots = this.#byCode.get(compactCode(typed)) ?? [];
    // A handle is made of a title: as it is written it says no more than without its hyphens.
    const isWritten = (slot: number) => this.#columns.items[slot]!.codes.indexOf(written, 1) > 0;
    return new Map(slots.map((slot) => [slot, isWritten(slot) ? exactRanks.code : exactRanks.looseCode]));
  }

  #within(slots: number[], collectionId: number | undefined): number[] {
    if (collectionId === undefined) return slots;
    return slots.filter((slot) => positionIn(this.#columns.items[slot]!, collectionId) >= 0);
  }

  #ordered(sort: SortType): readonly number[] {
    const order = this.#orders.get(sort);
    if (!order) throw new Error('The index was not prepared for this order.');
    return order.slots;
  }

  async #reprice(pricing: Pricing): Promise<void> {
    for (const sort of priceOrders) this.#orders.delete(sort);
    // Until all are done no state holds, so that a failure on the way begins anew.
    this.#pricing = { ...pricing, state: 'underway' };
    const yieldToEventLoop = eventLoopYielder();
    for (const item of this.#byId.values()) {
      this.#columns.pays[item.slot] = pricing.lowest(item.id, collectionsOf(item), item.prices);
      await yieldToEventLoop();
    }
    this.#pricing = pricing;
  }

  #collection(id: number): SortedList {
    let list = this.#collections.get(id);
    if (!list) {
      list = new SortedList(orderWithin(this.#columns, id));
      this.#collections.set(id, list);
    }
    return list;
  }

  #learn(facts: ProductFacts, slot: number) {
    const { title, texts } = searchedTexts(facts);
    const seen = new Set<string>();
    const entries = texts.flatMap(([field, words]) =>
      [...words].flatMap(([word, spelling]) => {
        if (seen.has(word)) return [];
        seen.add(word);
        return this.#terms.add(word, spelling, slot, field);
      }),
    );
    return { phrase: [...title.keys()].join(' '), entries };
  }
}
