/** Calls the API handlers in-process for rendering pages, without HTTP and JSON. */
import * as codes from '#lib/contract/codes.ts';
import type { EndpointDefinition, Envelope, ResponseData } from '#lib/contract/endpoint.ts';
import { type EndpointKey, type Endpoints, endpoints } from '#lib/contract/table.ts';
import { auditUnavailable, callHandler } from '../api/call-handler.ts';
import { createVisitorId } from '../api/cookies.ts';
import { toApiError } from '../api/errors.ts';
import { handlers as allHandlers } from '../api/routes.ts';
import type { ReadCache } from '../cache/read-cache.ts';
import {
  createCachedReads,
  createUncachedReads,
  readWithDependencies,
  unwrapCachedQuery,
} from '../core/cached-reads.ts';
import { anonymousCaller, type Caller } from '../core/caller.ts';
import type { Context, Handler, Handlers } from '../core/handler.ts';
import { createDependencyReporter, type PageApi, type PageDependencies } from '../core/page-dependencies.ts';
import type { Services } from '../core/services.ts';
import { isDatabaseUnavailable } from '../db/lost-connection.ts';

export const cachedEndpoints: ReadonlySet<EndpointKey> = new Set<EndpointKey>([
  'GET /api/v1/storefront/shop',
  'GET /api/v1/storefront/theme',
  'GET /api/v1/currency',
  'GET /api/v1/test/getLanguage',
  'GET /api/v1/test/getHeader',
  'GET /api/v1/test/getFooter',
  'GET /api/v1/test/getModel',
  'GET /api/v2/shop/trust/get',
  'GET /api/v2/cart/empty/discount',
]);

/**
 * Returns an API client that calls the handlers of this process.
 * @param reads cache for API responses that are the same for all visitors; if omitted, nothing is cached
 */
export function localApi(
  services: Services,
  handlers: Handlers = allHandlers,
  reads: ReadCache | null = null,
): PageApi {
  const shared = (dependencies: PageDependencies) =>
    pageContext(services, anonymousCaller, dependencies, reads);

  return async (key, input, dependencies, caller = anonymousCaller) => {
    type Answered = Envelope<ResponseData<Endpoints[typeof key]>>;
    const handler = handlers[key] as Handler<EndpointKey> | undefined;
    if (!handler)
      return { code: codes.notFound, msg: 'This endpoint is not available yet.', data: null } as Answered;
    try {
      const row: EndpointDefinition = endpoints[key];
      const answer = (context: Context) =>
        callHandler({ key, row, handler, caller: context.caller, raw: input ?? {}, context });
      const cache = caller === anonymousCaller ? reads : null;
      const data =
        cache && cachedEndpoints.has(key)
          ? unwrapCachedQuery(
              await cache.read(`${key} ${JSON.stringify(input)}`, () => readWithDependencies(shared, answer)),
              createDependencyReporter(dependencies),
            )
          : await answer(pageContext(services, caller, dependencies, cache));
      return { code: codes.ok, msg: '', data } as Answered;
    } catch (error) {
      const refused = toApiError(error, key, services.log);
      if (refused.code === codes.serverFailure) dependencies.failed = true;
      if (isDatabaseUnavailable(error)) dependencies.unavailable = true;
      return { code: refused.code, msg: refused.msg, data: null } as Answered;
    }
  };
}

function pageContext(
  services: Services,
  caller: Caller,
  dependencies: PageDependencies,
  reads: ReadCache | null,
): Context {
  const report = createDependencyReporter(dependencies);
  const context: Context = {
    services,
    caller,
    now: services.now(),
    ensureVisitor: () => caller.visitor ?? createVisitorId(),
    setCookie: () => {},
    ...report,
    ...(reads === null
      ? createUncachedReads(() => context)
      : createCachedReads(
          reads,
          (readDependencies) => pageContext(services, anonymousCaller, readDependencies, reads),
          report,
        )),
    audit: auditUnavailable,
    rawBody: () => Promise.resolve(new Uint8Array()),
  };
  return context;
}
