/** Converts thrown errors to API responses. Expected errors keep their message; unexpected ones get an id, which is also logged. */
import { randomBytes } from 'node:crypto';
import type { Logger } from 'pino';
import * as codes from '#lib/contract/codes.ts';
import type { EndpointDefinition } from '#lib/contract/endpoint.ts';
import { fillTemplate } from '#lib/messages/fill.ts';
import type { DiscountFailureReason } from '../core/failure.ts';
import { errorEnvelope } from './envelope.ts';
import type { TranslateError } from './error-texts.ts';

export interface ApiError {
  code: number;
  msg: string;
  /** HTTP status of the response; omitted if it is the default status for the error code. */
  status?: number;
  /** Seconds after which the client may retry. */
  retryAfter?: number;
  reason?: DiscountFailureReason;
}

/** Returns whether an error is an expected one, with an error code and a message for the client. */
export function isApiError(error: unknown): error is Error & Omit<ApiError, 'msg'> {
  return error instanceof Error && (error.name === 'Failure' || error.name === 'BodyError');
}

/**
 * Converts a thrown value to an API error. Recognises expected errors by `name`, not by class: the app and the pages are bundled
 * separately, so each bundle has its own copy of the class. Any other error is logged with a new id, and the client receives code 90000
 * without details of the cause.
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
  log.error({ err: error, errorId, call: key }, 'api request failed');
  return { code: codes.serverFailure, msg: `Something went wrong on our side. Reference ${errorId}.` };
}

const rawStatus: Record<number, number> = { [codes.notAllowed]: 403, [codes.notFound]: 404 };

/**
 * Returns the response to a failed request. Clients of raw endpoints read only the HTTP status, so they get an error status.
 * @param translate translates the message for the client; by default the English message is sent
 */
export function errorResponse(
  error: unknown,
  key: string,
  row: EndpointDefinition | undefined,
  log: Logger,
  translate: TranslateError = (_, sentence) => sentence,
): Response {
  const { reason, ...refused } = toApiError(error, key, log);
  refused.msg = translate(refused.code, refused.msg);
  if (row?.raw && refused.code < codes.tooManyRequests && (refused.status ?? 200) === 200) {
    return errorEnvelope(refused.code, refused.msg, rawStatus[refused.code] ?? 400);
  }
  const wireReason = reason && {
    ...{
      text: fillTemplate(translate(codes.ok, reason.desc), reason.params),
      seo_url: reason.seoUrl,
      title: reason.title,
    },
  };
  return errorEnvelope(refused.code, refused.msg, refused.status, refused.retryAfter, wireReason);
}
