/** Fetches the data of pages from the API of another platform (API_ORIGIN). */

import * as codes from '#lib/contract/codes.ts';
import type { Envelope, ResponseData } from '#lib/contract/endpoint.ts';
import { buildRequestPath } from '#lib/contract/request.ts';
import type { EndpointKey, Endpoints } from '#lib/contract/table.ts';
import type { Caller } from '../core/caller.ts';
import { anonymousCaller } from '../core/caller.ts';
import type { PageApi } from '../core/page-dependencies.ts';
import type { Services } from '../core/services.ts';
import { resolvePlatformRequest } from './platform-requests.ts';

const timeout = 8_000;
/** Lifetime of cached pages, ms. The other platform sends no cache purges, so pages rendered from its data expire after this time. */
const pageLife = 60_000;

/**
 * Returns an API client that sends HTTP requests to `origin`. A failure or a response without an API envelope is returned as code 90000.
 */
export function remoteApi(services: Services, origin: string): PageApi {
  return async (key, input, dependencies, caller = anonymousCaller) => {
    type Answered = Envelope<ResponseData<Endpoints[typeof key]>>;
    const { method, path } = buildRequestPath(key, input ?? {});
    const body = (input as { body?: unknown } | undefined)?.body;
    const renewAt = services.now() + pageLife;
    dependencies.changesAt = Math.min(dependencies.changesAt ?? renewAt, renewAt);
    // A parameter from the page's URL, such as `..` as an order number, could change the request path.
    const call = resolvePlatformRequest(origin, method, path);
    if (!call) return { code: codes.notFound, msg: 'There is no such endpoint.', data: null } as Answered;
    try {
      const response = await services.fetch(call.url, {
        method,
        headers: {
          ...identity(caller),
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        body: body === undefined ? null : JSON.stringify(body),
        signal: AbortSignal.timeout(timeout),
        redirect: 'error',
      });
      const answer: unknown = await response.json();
      if (!isEnvelope(answer))
        throw new Error(`${origin} responded with status ${response.status} and without an API envelope`);
      if (answer.code === codes.serverFailure) dependencies.failed = true;
      return answer as Answered;
    } catch (error) {
      dependencies.failed = dependencies.unavailable = true;
      services.log.warn({ err: error, call: key satisfies EndpointKey }, 'platform unreachable');
      return {
        code: codes.serverFailure,
        msg: 'The shop cannot be reached right now.',
        data: null,
      } as Answered;
    }
  };
}

function identity(caller: Caller): Record<string, string> {
  const cookie = caller.header('cookie');
  return {
    ...(cookie === undefined ? {} : { cookie }),
    ...(caller.token === null ? {} : { token: caller.token }),
    ...(caller.ip === '' ? {} : { 'x-forwarded-for': caller.ip }),
  };
}

function isEnvelope(value: unknown): value is Envelope<unknown> {
  return (
    typeof value === 'object' && value !== null && typeof (value as { code?: unknown }).code === 'number'
  );
}
