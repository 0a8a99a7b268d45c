/**
 * A self-signed X.509 certificate for the webhook signatures. Node can read certificates but not make them, so the few
 * DER structures it needs (RFC 5280, section 4.1) are written here.
 */
import { createPublicKey, generateKeyPairSync, sign } from 'node:crypto';

const sha256WithRsa = Buffer.from('300d06092a864886f70d01010b0500', 'hex');
const commonName = Buffer.from('550403', 'hex');

function der(tag: number, ...parts: Uint8Array[]): Buffer {
  const content = Buffer.concat(parts);
  if (content.length < 128) return Buffer.concat([Buffer.from([tag, content.length]), content]);
  const size = Buffer.from(content.length.toString(16).padStart(content.length > 0xff ? 4 : 2, '0'), 'hex');
  return Buffer.concat([Buffer.from([tag, 0x80 | size.length]), size, content]);
}

const time = (date: Date) => der(0x18, Buffer.from(`${date.toISOString().replace(/[-:T]|\.\d+/g, '')}`));

/**
 * @param name the certificate's common name
 * @param from start of its ten years
 * @returns private key and certificate in PEM
 */
export function selfSigned(name: string, from: Date): { privateKey: string; certificate: string } {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const until = new Date(from);
  until.setUTCFullYear(from.getUTCFullYear() + 10);
  const names = der(0x30, der(0x31, der(0x30, der(0x06, commonName), der(0x0c, Buffer.from(name)))));
  const publicKey = createPublicKey(privateKey).export({ type: 'spki', format: 'der' });
  const version3 = der(0xa0, der(0x02, Buffer.from([2])));
  const body = der(
    0x30,
    version3,
    der(0x02, Buffer.from([1])),
    sha256WithRsa,
    names,
    der(0x30, time(from), time(until)),
    names,
    publicKey,
  );
  const signature = sign('sha256', body, privateKey);
  const certificate = der(0x30, body, sha256WithRsa, der(0x03, Buffer.from([0]), signature));
  const lines = certificate.toString('base64').replace(/.{64}/g, '$&\n');
  return {
    privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    certificate: `-----BEGIN CERTIFICATE-----\n${lines.trimEnd()}\n-----END CERTIFICATE-----\n`,
  };
}
