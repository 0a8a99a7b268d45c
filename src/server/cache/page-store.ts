/** Keeps pages within a bound of bytes, least recently used out first, and finds them by tag. */
import { type StoredPage, weigh } from './stored-page.ts';
import { UseOrder } from './use-order.ts';

/** A page and its neighbours in the order of use. */
interface Held {
  readonly key: string;
  readonly page: StoredPage;
  bytes: number;
  newer: Held | null;
  older: Held | null;
}

export class PageStore {
  readonly #pages = new Map<string, Held>();
  readonly #byTag = new Map<string, Set<string>>();
  readonly #order = new UseOrder<Held>();
  readonly #maxBytes: number;
  #bytes = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  get bytes(): number {
    return this.#bytes;
  }

  get size(): number {
    return this.#pages.size;
  }

  /** The page, now the most recently used. */
  get(key: string): StoredPage | undefined {
    const held = this.#pages.get(key);
    if (!held) return undefined;
    this.#order.use(held);
    return held.page;
  }

  /** The page without counting as use. */
  peek(key: string): StoredPage | undefined {
    return this.#pages.get(key)?.page;
  }

  /** Keeps a page unless it alone is larger than the bound. */
  set(key: string, page: StoredPage): void {
    this.delete(key);
    const bytes = weigh(key, page);
    if (bytes > this.#maxBytes) return;
    const held: Held = { key, page, bytes, newer: null, older: null };
    this.#pages.set(key, held);
    this.#order.add(held);
    this.#bytes += bytes;
    for (const tag of page.tags) {
      const keys = this.#byTag.get(tag);
      if (keys) keys.add(key);
      else this.#byTag.set(tag, new Set([key]));
    }
    this.#makeRoom();
  }

  /** Counts a kept page's bytes anew, after it has been given another form. */
  reweigh(key: string, page: StoredPage): void {
    const held = this.#pages.get(key);
    if (held?.page !== page) return;
    const bytes = weigh(key, page);
    this.#bytes += bytes - held.bytes;
    held.bytes = bytes;
    this.#makeRoom();
  }

  delete(key: string): void {
    const held = this.#pages.get(key);
    if (!held) return;
    this.#pages.delete(key);
    this.#order.remove(held);
    this.#bytes -= held.bytes;
    for (const tag of held.page.tags) {
      const keys = this.#byTag.get(tag);
      keys?.delete(key);
      if (keys?.size === 0) this.#byTag.delete(tag);
    }
  }

  deleteTags(tags: Iterable<string>): void {
    for (const tag of tags) for (const key of [...(this.#byTag.get(tag) ?? [])]) this.delete(key);
  }

  clear(): void {
    this.#pages.clear();
    this.#byTag.clear();
    this.#order.clear();
    this.#bytes = 0;
  }

  /** Pages from the most to the least recently used. The store must not change meanwhile. */
  *recent(): Generator<[string, StoredPage]> {
    for (let held = this.#order.newest; held; held = held.older) yield [held.key, held.page];
  }

  #makeRoom(): void {
    for (let { oldest } = this.#order; oldest && this.#bytes > this.#maxBytes; { oldest } = this.#order)
      this.delete(oldest.key);
  }
}
