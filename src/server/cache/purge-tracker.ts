/**
 * Detects purges that affect a render while it is running. Stores only purges that occurred during a render that is still running. Pure.
 */
export class PurgeTracker {
  #sequence = 0;
  #purges: { sequence: number; tags: ReadonlySet<string> | 'everything' }[] = [];
  #running: number[] = [];

  /** Records the start of a render. @returns the number of purges so far, to pass to `outdated` and `end` as `purgesBefore` */
  begin(): number {
    this.#running.push(this.#sequence);
    return this.#sequence;
  }

  record(tags: ReadonlySet<string> | 'everything'): void {
    this.#sequence += 1;
    if (this.#running.length > 0) this.#purges.push({ sequence: this.#sequence, tags });
  }

  /** Returns whether one of `tags` has been purged since the render with this `purgesBefore` started. */
  outdated(purgesBefore: number, tags: readonly string[] | 'everything'): boolean {
    return this.#purges.some((purge) => purge.sequence > purgesBefore && meet(purge.tags, tags));
  }

  end(purgesBefore: number): void {
    this.#running.splice(this.#running.indexOf(purgesBefore), 1);
    if (this.#purges.length === 0) return;
    const oldest = Math.min(...this.#running);
    this.#purges = this.#running.length === 0 ? [] : this.#purges.filter((purge) => purge.sequence > oldest);
  }
}

function meet(purged: ReadonlySet<string> | 'everything', tags: readonly string[] | 'everything'): boolean {
  return purged === 'everything' || tags === 'everything' || tags.some((tag) => purged.has(tag));
}
