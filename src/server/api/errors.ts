/** From what was thrown to what is answered: refusals keep their words, failures get an id that stands in the log. */
import { randomBytes } from 'node:crypto';
import type { Logger } from 'pino';
import * as codes from '#lib/contract/codes.ts';
import type { EndpointRow } from '#lib/contract/endpoint.ts';
import { fill } from '#lib/messages/fill.ts';
import type { FailureReason } from '../core/failure.ts';
import { errorEnvelope } from './envelope.ts';
import type { TranslateError } from './error-texts.ts';

export interface ApiError {
  code: number;
  msg: string;
  /** HTTP status if it is not the code's usual one. */
  status?: number;
  /** Seconds after which it is worth trying again. */
  retryAfter?: number;
  reason?: FailureReason;
}

/** Whether this was meant to be answered, as against what broke. */
export function isApiError(error: unknown): error is Error & Omit<ApiError, 'msg'> {
  return error instanceof Error && (error.name === 'Failure' || error.name === 'BodyError');
}

/**
 * Reads a thrown value. Known by its `code`, never by its class: the app and the pages are bundled apart.
 * Anything else is logged under a new id and becomes 90000 without a word about its cause.
 */
export function toApiError(error: unknown, key: string, log: Logger): ApiError {
  if (isApiError(error)) {
    const { code, status, retryAfter, reason } = error;
    return {
      ...{ code, msg: error.message },
      ...(status !== undefined && { status }),
      ...(retryAfter && { retryAfter }),
      ...(reason && { reason }),
    };
  }
  const errorId = randomBytes(6).toString('hex');
  log.error({ err: error, errorId, call: key }, 'call failed');
  return { code: codes.serverFailure, msg: `Something went wrong on our side. Reference ${errorId}.` };
}

const rawStatus: Record<number, number> = { [codes.notAllowed]: 403, [codes.notFound]: 404 };

/**
 * The answer to a failed call. Rows outside the envelope say by status what their callers would not read.
 * @param say what the caller is told in its language; left out, the refusal's own sentence
 */
export function errorAnswer(
  error: unknown,
  key: string,
  row: EndpointRow | undefined,
  log: Logger,
  say: TranslateError = (_, sentence) => sentence,
): Response {
  const { reason, ...refused } = toApiError(error, key, log);
  refused.msg = say(refused.code, refused.msg);
  if (row?.raw && refused.code < codes.tooManyRequests && (refused.status ?? 200) === 200) {
    return errorEnvelope(refused.code, refused.msg, rawStatus[refused.code] ?? 400);
  }
  const wireReason = reason && {
    ...{ text: fill(say(codes.ok, reason.desc), reason.params), seo_url: reason.seoUrl, title: reason.title },
  };
  return errorEnvelope(refused.code, refused.msg, refused.status, refused.retryAfter, wireReason);
}
