/** Collects the dependencies of a page from its API calls; they determine how long the page may be cached. */
import type { Envelope, RequestInput, ResponseData } from '#lib/contract/endpoint.ts';
import type { EndpointKey, Endpoints } from '#lib/contract/table.ts';
import type { Caller } from './caller.ts';
import type { Context } from './handler.ts';

/** Calls an endpoint in-process. Never throws: business errors are returned in the same envelope as over HTTP. */
export type PageApi = <Key extends EndpointKey>(
  key: Key,
  input: RequestInput<Endpoints[Key]> | undefined,
  dependencies: PageDependencies,
  /** Caller of the page; omitted on pages that are the same for all visitors. */
  caller?: Caller,
) => Promise<Envelope<ResponseData<Endpoints[Key]>>>;

export interface PageDependencies {
  tags: Set<string>;
  /** Earliest time at which a response changes without a purge, ms UTC; null when none is known. */
  changesAt: number | null;
  /** Whether an API call failed with code 90000: the page must not be cached. */
  failed: boolean;
  /**
   * Whether an API call failed because the database, or the platform whose API the pages use, is unreachable: the page cannot be rendered
   * now.
   */
  unavailable: boolean;
}

export function createPageDependencies(): PageDependencies {
  return { tags: new Set(), changesAt: null, failed: false, unavailable: false };
}

/** Returns the context functions with which a handler registers its cache tags and expiry times. */
export function createDependencyReporter(dependencies: PageDependencies): Pick<Context, 'tag' | 'changesAt'> {
  return {
    tag: (...tags) => {
      for (const tag of tags) dependencies.tags.add(tag);
    },
    changesAt: (instant) => {
      dependencies.changesAt = Math.min(dependencies.changesAt ?? instant, instant);
    },
  };
}

/** Merges the dependencies of one API call into those of the page. */
export function addDependencies(all: PageDependencies, callDependencies: PageDependencies): void {
  const { tag, changesAt } = createDependencyReporter(all);
  tag(...callDependencies.tags);
  if (callDependencies.changesAt !== null) changesAt(callDependencies.changesAt);
  all.failed ||= callDependencies.failed;
  all.unavailable ||= callDependencies.unavailable;
}
