/** Handles an HTTP request to an API endpoint: validates the input, applies rate limits, calls the handler and builds the response. */
import * as codes from '#lib/contract/codes.ts';
import type { EndpointDefinition } from '#lib/contract/endpoint.ts';
import type { EndpointKey } from '#lib/contract/table.ts';
import { createUncachedReads } from '../core/cached-reads.ts';
import type { Caller } from '../core/caller.ts';
import { clientRateLimitKey } from '../core/client-address.ts';
import { Failure } from '../core/failure.ts';
import type { Context, Handler } from '../core/handler.ts';
import { consumeRateLimit, hasRateLimitCount, secondsLeft } from '../core/rate-limit.ts';
import type { Services } from '../core/services.ts';
import { knownBrowserId } from '../customers/known-browser.ts';
import { mayOpen } from '../orders/accessible-order.ts';
import { auditUnavailable, callHandler } from './call-handler.ts';
import { createVisitorId } from './cookies.ts';
import { isCrossSite } from './cross-site.ts';
import { successEnvelope } from './envelope.ts';
import { exchangeCookie, issueCookies } from './identify-caller.ts';
import { type RateLimit, rateLimits } from './rate-limits.ts';
import { bodyLimit, findValueProblem, readBytes, readJson, smallBodyLimit } from './request-body.ts';
import type { RawInput } from './validate.ts';

export interface EndpointRequest {
  key: EndpointKey;
  row: EndpointDefinition;
  handler: Handler<EndpointKey>;
  request: Request;
  params: Record<string, string>;
  query: Record<string, string>;
  caller: Caller;
  /** Runs the work through the per-client request queue. */
  inTurn(work: () => Promise<Response>): Promise<Response>;
  /** Called when a lookup finds nothing: the client gets a success response, but the access log gets an error code. */
  foundNothing?(): void;
}

/**
 * Handles a request. Returns the JSON envelope, or the handler's own response for raw endpoints.
 * @throws Failure for business errors, BodyError for an unreadable body
 */
export async function handleEndpointRequest(services: Services, call: EndpointRequest): Promise<Response> {
  const { row, request, caller } = call;
  const writes = request.method !== 'GET' && request.method !== 'HEAD';
  if ((writes || row.changesState) && !row.foreign && isCrossSite(request.headers, services.env.SITE_URL)) {
    throw new Failure(
      codes.notAllowed,
      'This request came from another site. Send it from a page of the shop.',
    );
  }
  if (row.changesState && caller.prefetch) {
    throw new Failure(codes.notAllowed, 'A prefetch request cannot change data.');
  }
  const raw: RawInput = { params: call.params, query: call.query };
  if (writes && !row.raw) raw.body = await readJson(request, row.smallBody ? smallBodyLimit : bodyLimit);
  const problem = findValueProblem([call.params, call.query], 0);
  if (problem !== '') throw new Failure(codes.badParameter, `The URL ${problem}.`);
  // Queue only after the body has arrived, so a slow upload does not block other clients behind the same IP address.
  return call.inTurn(() => answer(services, call, raw));
}

async function answer(services: Services, call: EndpointRequest, raw: RawInput): Promise<Response> {
  const { row, request, caller } = call;
  const now = services.now();
  let issued: string | null = null;
  const issue = (visitor: string) => {
    issued = visitor;
  };
  const sent: string[] = [];
  let changesAt = Number.POSITIVE_INFINITY;
  const context = httpContext(services, caller, request, now, issue, {
    setCookie: (cookie) => sent.push(cookie),
    changesAt: (instant) => {
      changesAt = Math.min(changesAt, instant);
    },
  });
  const data = await callHandler({
    ...{ key: call.key, row, handler: call.handler, caller, raw, context },
    beforeHandler: (input) => keepLimits(services, call, input, now),
  });
  if (data === null && [rateLimits[call.key] ?? []].flat().some(({ name }) => name === 'lookup'))
    call.foundNothing?.();
  const response = row.raw
    ? ((data as Response | null) ?? new Response(null, { status: 204 }))
    : successEnvelope(data, row.shared ? sharedSeconds(changesAt, now) : 0);
  if (issued !== null) sent.push(...(await issueCookies(services, issued, false)));
  else if (caller.isUnsigned) sent.push(...(await exchangeCookie(services, caller.visitor!)));
  if (row.shared && sent.length > 0) response.headers.set('cache-control', 'no-store');
  for (const cookie of sent) response.headers.append('set-cookie', cookie);
  return response;
}

function httpContext(
  services: Services,
  caller: Caller,
  request: Request,
  now: number,
  issue: (visitor: string) => void,
  responseHooks: Pick<Context, 'setCookie' | 'changesAt'>,
): Context {
  let visitor = caller.visitor;
  const context: Context = {
    services,
    caller,
    now,
    ensureVisitor() {
      if (visitor === null) {
        visitor = createVisitorId();
        issue(visitor);
      }
      return visitor;
    },
    ...responseHooks,
    tag: () => {},
    audit: auditUnavailable,
    ...createUncachedReads(() => context),
    rawBody: (limit = bodyLimit) => readBytes(request, limit),
  };
  return context;
}

/**
 * Returns the cache lifetime of a shared response in seconds: at most one minute, because downstream caches receive no purges, and never
 * beyond the time at which the response changes.
 */
function sharedSeconds(changesAt: number, now: number): number {
  return Math.max(0, Math.min(60, Math.floor((changesAt - now) / 1000)));
}

async function keepLimits(
  services: Services,
  call: EndpointRequest,
  input: RawInput,
  now: number,
): Promise<void> {
  for (const limit of [rateLimits[call.key] ?? []].flat()) await keepLimit(services, call, limit, input, now);
}

async function keepLimit(
  services: Services,
  call: EndpointRequest,
  limit: RateLimit,
  input: RawInput,
  now: number,
): Promise<void> {
  const { name, windowMs, perClient, perSubject } = limit;
  const order = limit.order?.(input);
  if (order && (await mayOpen(services, call.caller, order.orderNo, order.token))) return;
  const client = clientRateLimitKey(call.caller.ip);
  const subject = limit.subject?.(input, call.caller) ?? '';
  const guess = limit.guess?.(input);
  const guessLimit = { name: `${name}:known`, hits: 1, windowMs };
  const guessed = JSON.stringify([client, subject, guess]);
  if (
    guess === '' ||
    (guess !== undefined && (await hasRateLimitCount(services.db, guessLimit, guessed, now)))
  )
    return;
  const browser = limit.countsKnownBrowsers ? await knownBrowserId(services, call.caller, subject) : null;
  const hits = perSubject ?? Infinity;
  const counted =
    browser === null
      ? [
          { limit: { name: `${name}:client`, hits: perClient, windowMs }, of: client },
          { limit: { name: `${name}:subject`, hits, windowMs }, of: subject },
        ]
      : [{ limit: { name: `${name}:browser`, hits, windowMs }, of: `${subject}\n${browser}` }];
  for (const { limit: each, of } of counted) {
    if (of !== '' && each.hits !== Infinity && !(await consumeRateLimit(services.db, each, of, now))) {
      const message = 'Too many attempts. Please wait a few minutes and try again.';
      throw new Failure(codes.tooManyRequests, message, secondsLeft(each, now));
    }
  }
  // Record the guess only after it has passed the limits: a recorded guess is not checked again, so a retry of a rejected guess would be
  // accepted.
  if (guess !== undefined) await consumeRateLimit(services.db, guessLimit, guessed, now);
}
