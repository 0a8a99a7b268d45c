/** An LRU cache with a byte limit whose entries can be deleted by tag. */
import { LRUCache } from 'lru-cache';

export interface TaggedCacheOptions<Value> {
  maxBytes: number;
  /** Returns the approximate memory of an entry, bytes; at least 1. */
  bytesOf(value: Value, key: string): number;
}

export class TaggedCache<Value extends { readonly tags: readonly string[] }> {
  readonly #entries: LRUCache<string, Value>;
  readonly #keysByTag = new Map<string, Set<string>>();

  constructor({ maxBytes, bytesOf }: TaggedCacheOptions<Value>) {
    this.#entries = new LRUCache({
      maxSize: maxBytes,
      sizeCalculation: bytesOf,
      dispose: (value, key) => this.#forgetTags(key, value.tags),
    });
  }

  get bytes(): number {
    return this.#entries.calculatedSize;
  }

  get size(): number {
    return this.#entries.size;
  }

  /** Returns an entry and marks it as the most recently used. */
  get(key: string): Value | undefined {
    return this.#entries.get(key);
  }

  /** Returns an entry without marking it as used. */
  peek(key: string): Value | undefined {
    return this.#entries.peek(key);
  }

  /** Stores an entry, unless the entry alone exceeds the byte limit. */
  set(key: string, value: Value): void {
    // Delete the entry first: lru-cache would keep its old size if the same value is set again.
    this.#entries.delete(key);
    this.#entries.set(key, value);
    if (!this.#entries.has(key)) return;
    for (const tag of value.tags) {
      const keys = this.#keysByTag.get(tag);
      if (keys) keys.add(key);
      else this.#keysByTag.set(tag, new Set([key]));
    }
  }

  /** Updates the size of an entry that was changed in place; does nothing if the entry is no longer cached. */
  resize(key: string, value: Value): void {
    if (this.#entries.peek(key) === value) this.set(key, value);
  }

  delete(key: string): void {
    this.#entries.delete(key);
  }

  /** Deletes all entries that have one of `tags`, or all entries of the cache. */
  deleteTags(tags: readonly string[] | 'everything'): void {
    if (tags === 'everything') this.#entries.clear();
    else for (const tag of tags) for (const key of [...(this.#keysByTag.get(tag) ?? [])]) this.delete(key);
  }

  /** Iterates over the entries from the most to the least recently used. The cache must not change during the iteration. */
  entries(): Iterable<[string, Value]> {
    return this.#entries.entries();
  }

  #forgetTags(key: string, tags: readonly string[]): void {
    for (const tag of tags) {
      const keys = this.#keysByTag.get(tag);
      keys?.delete(key);
      if (keys?.size === 0) this.#keysByTag.delete(tag);
    }
  }
}
