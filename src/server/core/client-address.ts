/** The address of the client: the socket's, or what a trusted proxy says. */
import { BlockList, isIP } from 'node:net';

/** Answers whether an address is one of our own proxies. */
export type IsTrusted = (address: string) => boolean;

/**
 * Reads TRUSTED_PROXIES, comma-separated addresses or CIDR ranges.
 * @throws Error naming the entry that is neither
 */
export function trustedProxies(list: string | undefined): IsTrusted {
  const ranges = new BlockList();
  for (const entry of (list ?? '').split(',').map((part) => part.trim())) {
    if (entry === '') continue;
    const [address = '', bits] = entry.split('/');
    const family = familyOf(address);
    const length = bits === undefined ? (family === 'ipv4' ? 32 : 128) : Number(bits);
    if (
      isIP(address) === 0 ||
      !Number.isInteger(length) ||
      length < 0 ||
      length > (family === 'ipv4' ? 32 : 128)
    ) {
      throw new Error(`TRUSTED_PROXIES: "${entry}" is neither an address nor a CIDR range.`);
    }
    ranges.addSubnet(address, length, family);
  }
  return (address) => isIP(address) !== 0 && ranges.check(address, familyOf(address));
}

/**
 * The client's address: walks X-Forwarded-For from its right end as long as our own proxies are named. What stands
 * further left was written by the client and is not believed.
 */
export function clientAddress(
  socket: string,
  forwardedFor: string | undefined,
  isTrusted: IsTrusted,
): string {
  let client = plain(socket);
  if (!isTrusted(client)) return client;
  for (const hop of (forwardedFor ?? '').split(',').reverse()) {
    const address = plain(hop.trim());
    if (isIP(address) === 0) break;
    client = address;
    if (!isTrusted(address)) break;
  }
  return client;
}

/** What a rate limit counts as one client: an IPv6 customer has a whole /64. */
export function clientKey(address: string): string {
  if (isIP(address) !== 6) return address;
  const [head = '', tail] = address.split('::');
  const left = head === '' ? [] : head.split(':');
  const right = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - left.length - right.length);
  const groups = [...left, ...Array<string>(zeros).fill('0'), ...right];
  return `${groups
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, '').toLowerCase())
    .join(':')}::/64`;
}

/** Balancers also write a port, brackets around IPv6, and quotes around both, as RFC 7239 does. */
function plain(written: string): string {
  const text = written.replace(/^"(.*)"$/, '$1');
  const address = /^\[(.*)\](?::\d+)?$/.exec(text)?.[1] ?? text.replace(/^([\d.]+):\d+$/, '$1');
  return address.replace(/^::ffff:(?=\d+\.)/i, '');
}

function familyOf(address: string): 'ipv4' | 'ipv6' {
  return isIP(address) === 6 ? 'ipv6' : 'ipv4';
}
