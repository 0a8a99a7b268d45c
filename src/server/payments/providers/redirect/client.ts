/** Sends the requests that a gateway's description defines: fills in fields, signs them and unwraps the response. */
import { z } from 'zod';
import type { ProviderDependencies } from '../../../core/payment-provider.ts';
import { callProvider, ProviderRejectedError } from '../call-provider.ts';
import { createTokenCache } from '../token-cache.ts';
import type { GatewayDescription, GatewayLogin, GatewayRequest, GatewayValues } from './description.ts';
import type { GatewayKeys } from './environment.ts';
import { signRequest } from './webhook.ts';
import { fillGatewayFields, getTextAtPath } from './wire.ts';

const anyAnswer = z.record(z.string(), z.unknown());
const tokenAnswer = z.object({ token: z.string().min(1) });
/** Time for which a token is cached, ms. Gateway tokens are valid for half an hour; they are renewed well before that. */
const tokenLastsMs = 20 * 60_000;

/**
 * Returns a function that sends requests to a gateway. Every request is idempotent, because those that create or capture a payment carry a
 * request id. The function throws ProviderRejectedError if the gateway rejects a request, and ProviderError if there is no usable response.
 */
export function gatewayClient(
  gateway: GatewayDescription,
  keys: GatewayKeys,
  outside: ProviderDependencies,
): (call: GatewayRequest, values: Partial<GatewayValues>) => Promise<Record<string, unknown>> {
  const { login, envelope, accepted } = gateway;
  const token = login ? createTokenCache(() => requestToken(login, keys, outside), outside.now) : null;

  async function send(
    call: GatewayRequest,
    values: Partial<GatewayValues>,
  ): Promise<Record<string, unknown>> {
    const { account, clientId, noticeUrl } = keys;
    const all = { ...values, account, clientId, noticeUrl };
    const callFields = fillGatewayFields(call.fields, all);
    const path = call.path.replace('{ref}', encodeURIComponent(values.ref ?? ''));
    const fields = envelope
      ? { ...fillGatewayFields(envelope.common, all), [envelope.field]: JSON.stringify(callFields) }
      : callFields;
    const signed = token
      ? { headers: { authorization: `Bearer ${await token.current()}` }, body: JSON.stringify(fields) }
      : signRequest(gateway.signature, keys.secret, fields, outside.now());
    return callProvider(outside.fetch, {
      method: call.method,
      url: `${keys.api}${path}`,
      headers: { ...signed.headers, 'content-type': 'application/json' },
      body: call.method === 'GET' ? undefined : signed.body,
      schema: anyAnswer,
      idempotent: true,
    });
  }

  return async (call, values) => {
    let answer: Record<string, unknown>;
    try {
      answer = await send(call, values);
    } catch (error) {
      // A token can expire early. A request rejected with 401 had no effect, so it is repeated once with a new token.
      if (!token || !(error instanceof ProviderRejectedError) || error.status !== 401) throw error;
      token.forget();
      answer = await send(call, values);
    }
    if (accepted && !accepted.is.includes(getTextAtPath(answer, accepted.at)))
      throw new ProviderRejectedError(422, answer);
    return envelope ? { ...answer, ...parseEnvelopeContent(answer[envelope.field]) } : answer;
  };
}

/** Parses the JSON string in a response envelope's content field; returns {} if it is not a JSON object. */
export function parseEnvelopeContent(field: unknown): Record<string, unknown> {
  if (typeof field !== 'string') return {};
  try {
    return anyAnswer.parse(JSON.parse(field));
  } catch {
    // All fields are then missing, and parseGatewayPayment reports the error.
    return {};
  }
}

async function requestToken(login: GatewayLogin, keys: GatewayKeys, outside: ProviderDependencies) {
  const { token } = await callProvider(outside.fetch, {
    method: 'POST',
    url: `${keys.api}${login.path}`,
    headers: {
      [login.idHeader]: keys.clientId,
      [login.secretHeader]: keys.secret,
      'content-type': 'application/json',
    },
    body: '{}',
    schema: tokenAnswer,
    idempotent: true,
  });
  return { token, usableMs: tokenLastsMs };
}
