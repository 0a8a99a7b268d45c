/**
 * Signs and verifies messages of the redirect gateways. Implemented independently of the shop, so that a shop that signs differently is
 * rejected.
 */
import { hmac, isEqualConstantTime, sandboxGatewayKeys, sha256 } from './sandbox-gateway.ts';

type Fields = Record<string, unknown>;

/** Returns functions that sign and verify with two headers: a timestamp, and the HMAC of timestamp and body. */
export function createHeaderSigner(name: string, header: string, timeHeader: string, unit: number) {
  const { secret } = sandboxGatewayKeys(name);
  return {
    isSigned: (read: (name: string) => string, raw: string) =>
      isEqualConstantTime(read(header), hmac(secret, read(timeHeader) + raw)),
    headers: (now: number, body: string) => {
      const time = String(Math.floor(now / unit));
      return { [timeHeader]: time, [header]: hmac(secret, time + body) };
    },
  };
}

/** Returns functions that sign and verify with the field `sign`: a hash of the secret and all other fields, sorted by name. */
export function createFieldSigner(name: string) {
  const { secret } = sandboxGatewayKeys(name);
  const digest = (fields: Fields) => {
    const names = Object.keys(fields).filter((field) => field !== 'sign' && fields[field] !== '');
    const text = names.toSorted().map((field) => `${field}=${fields[field]}`);
    return sha256(secret + text.join('&')).toUpperCase();
  };
  return {
    isSigned: (_read: unknown, _raw: string, fields: Fields) =>
      isEqualConstantTime(String(fields.sign), digest(fields)),
    headers: () => ({}),
    sign: (fields: Fields): Fields => ({ ...fields, sign: digest(fields) }),
  };
}
