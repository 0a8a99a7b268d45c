/** The address of the client: the socket's, or what a trusted proxy says. */
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** Answers whether an address is one of our own proxies. */
export type IsTrusted = (address: string) => boolean;

/**
 * Reads TRUSTED_PROXIES, comma-separated addresses or CIDR ranges.
 * @throws Error naming the entry that is neither
 */
export function trustedProxies(list = ''): IsTrusted {
  const entries = list.split(',').map((part) => part.trim());
  const trusted = entries.filter(Boolean).map((entry) => {
    const [address = '', bits = isIP(address) === 4 ? '32' : '128'] = entry.split('/');
    const range = `${address}/${bits}`;
    if (isIP(address) === 0 || !ipaddr.isValidCIDR(range))
      throw new Error(`TRUSTED_PROXIES: "${entry}" is neither an address nor a CIDR range.`);
    return ipaddr.parseCIDR(range);
  });
  return (address) =>
    isIP(address) !== 0 && ipaddr.subnetMatch(ipaddr.parse(address), { trusted }) === 'trusted';
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
  const groups = ipaddr.IPv6.parse(address).parts.slice(0, 4);
  return `${groups.map((group) => group.toString(16)).join(':')}::/64`;
}

/** Balancers also write a port, brackets around IPv6, and quotes around both, as RFC 7239 does. */
function plain(written: string): string {
  const text = written.replace(/^"(.*)"$/, '$1');
  const address = /^\[(.*)\](?::\d+)?$/.exec(text)?.[1] ?? text.replace(/^([\d.]+):\d+$/, '$1');
  return address.replace(/^::ffff:(?=\d+\.)/i, '');
}
