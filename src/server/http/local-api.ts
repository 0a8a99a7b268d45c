/** The contract in-process, for pages: no HTTP, no JSON, the handler itself (design 2). */
import { codes } from '#lib/contract/codes.ts';
import type { CallData, CallInput, EndpointRow, Envelope } from '#lib/contract/endpoint.ts';
import { type EndpointKey, type Endpoints, endpoints } from '#lib/contract/table.ts';
import type { Services } from '../services.ts';
import { nobody } from './caller.ts';
import { newVisitor } from './cookies.ts';
import { refusedBy } from './errors.ts';
import type { Caller, Context, Handler, Handlers } from './handler.ts';
import { handlers as allHandlers } from './routes.ts';
import { validate } from './validate.ts';

/** What the calls of one page say about how long it holds. */
export interface Collected {
  tags: Set<string>;
  /** Earliest instant at which an answer changes by itself, ms UTC; null when none is known. */
  changesAt: number | null;
  /** A call failed (90000): the page must not be kept. */
  failed: boolean;
}

export function nothingCollected(): Collected {
  return { tags: new Set(), changesAt: null, failed: false };
}

/** Calls a row; never throws, refusals come back as the envelope that HTTP would carry. */
export type PageApi = <Key extends EndpointKey>(
  key: Key,
  input: CallInput<Endpoints[Key]> | undefined,
  collected: Collected,
  /** Whose call it is; left out on pages that are the same for everybody. */
  caller?: Caller,
) => Promise<Envelope<CallData<Endpoints[Key]>>>;

/** The contract answered by this process's own handlers. */
export function localApi(services: Services, handlers: Handlers = allHandlers): PageApi {
  return async (key, input, collected, caller = nobody) => {
    type Answered = Envelope<CallData<Endpoints[typeof key]>>;
    const handler = handlers[key] as Handler<EndpointKey> | undefined;
    if (!handler)
      return { code: codes.notFound, msg: 'This call is not served yet.', data: null } as Answered;
    try {
      const row: EndpointRow = endpoints[key];
      const parsed = validate(row, input ?? {});
      const data = await handler(parsed as never, pageContext(services, caller, collected));
      return { code: codes.ok, msg: '', data } as Answered;
    } catch (error) {
      const refused = refusedBy(error, key, services.log);
      if (refused.code === codes.serverFailure) collected.failed = true;
      return { code: refused.code, msg: refused.msg, data: null } as Answered;
    }
  };
}

function pageContext(services: Services, caller: Caller, collected: Collected): Context {
  return {
    services,
    caller,
    now: services.now(),
    ensureVisitor: () => caller.visitor ?? newVisitor(),
    setCookie: () => {},
    tag: (...tags) => {
      for (const tag of tags) collected.tags.add(tag);
    },
    changesAt: (instant) => {
      collected.changesAt = Math.min(collected.changesAt ?? instant, instant);
    },
    rawBody: () => Promise.resolve(new Uint8Array()),
  };
}
