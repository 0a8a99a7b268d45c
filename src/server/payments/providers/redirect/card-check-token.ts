/** The token with which the check of a card begins in the browser: a JWT of the order, signed by the shop (API-046). */
import { createHmac } from 'node:crypto';
import type { CardCheckOrder } from '../../../core/payment-provider.ts';
import type { GatewayKeys } from './environment.ts';

const lastsSeconds = 15 * 60;

/** @param now ms UTC @returns HS256 in compact form; valid for a quarter of an hour, for this order and amount alone */
export function cardCheckToken(
  { account, secret }: Pick<GatewayKeys, 'account' | 'secret'>,
  { orderNo, amount, currency }: CardCheckOrder,
  now: number,
): string {
  const iat = Math.floor(now / 1000);
  const claims = { iss: account, sub: orderNo, amount, currency, iat, exp: iat + lastsSeconds };
  const signed = [{ alg: 'HS256', typ: 'JWT' }, claims].map(encode).join('.');
  return `${signed}.${createHmac('sha256', secret).update(signed).digest('base64url')}`;
}

function encode(part: object): string {
  return Buffer.from(JSON.stringify(part)).toString('base64url');
}
