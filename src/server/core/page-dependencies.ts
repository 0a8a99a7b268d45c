/** The calls of one page, and what they say about how long it holds. */
import type { CallData, CallInput, Envelope } from '#lib/contract/endpoint.ts';
import type { EndpointKey, Endpoints } from '#lib/contract/table.ts';
import type { Caller } from './caller.ts';
import type { Context } from './handler.ts';

/** Calls a row; never throws, refusals come back as the envelope that HTTP would carry. */
export type PageApi = <Key extends EndpointKey>(
  key: Key,
  input: CallInput<Endpoints[Key]> | undefined,
  dependencies: PageDependencies,
  /** Whose call it is; left out on pages that are the same for everybody. */
  caller?: Caller,
) => Promise<Envelope<CallData<Endpoints[Key]>>>;

export interface PageDependencies {
  tags: Set<string>;
  /** Earliest instant at which an answer changes by itself, ms UTC; null when none is known. */
  changesAt: number | null;
  /** A call failed (90000): the page must not be cached. */
  failed: boolean;
  /** A call failed because the database, or the platform behind these pages, could not be reached: the page cannot be rendered now. */
  unavailable: boolean;
}

export function noDependencies(): PageDependencies {
  return { tags: new Set(), changesAt: null, failed: false, unavailable: false };
}

/** Returns where a handler reports what it read. */
export function reportTo(dependencies: PageDependencies): Pick<Context, 'tag' | 'changesAt'> {
  return {
    tag: (...tags) => {
      for (const tag of tags) dependencies.tags.add(tag);
    },
    changesAt: (instant) => {
      dependencies.changesAt = Math.min(dependencies.changesAt ?? instant, instant);
    },
  };
}

/** Adds what one call reported to what others did. */
export function addDependencies(all: PageDependencies, own: PageDependencies): void {
  const { tag, changesAt } = reportTo(all);
  tag(...own.tags);
  if (own.changesAt !== null) changesAt(own.changesAt);
  all.failed ||= own.failed;
  all.unavailable ||= own.unavailable;
}
