/** Determines the client's IP address: the address of the socket, or the one that a trusted proxy reports. */
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** Returns whether an IP address belongs to a trusted proxy of the shop. */
export type IsTrustedProxy = (address: string) => boolean;

/**
 * Parses TRUSTED_PROXIES, comma-separated IP addresses or CIDR ranges.
 * @throws Error naming the first entry that is neither
 */
export function parseTrustedProxies(list = ''): IsTrustedProxy {
  const entries = list.split(',').map((part) => part.trim());
  const trusted = entries.filter(Boolean).map((entry) => {
    const [address = '', bits = isIP(address) === 4 ? '32' : '128'] = entry.split('/');
    const range = `${address}/${bits}`;
    if (isIP(address) === 0 || !ipaddr.isValidCIDR(range))
      throw new Error(`TRUSTED_PROXIES: "${entry}" is neither an IP address nor a CIDR range.`);
    return asIPv4(ipaddr.parseCIDR(range));
  });
  return (address) =>
    isIP(address) !== 0 && ipaddr.subnetMatch(ipaddr.parse(plain(address)), { trusted }) === 'trusted';
}

/**
 * Returns the client's IP address: reads X-Forwarded-For from the right for as long as the addresses belong to trusted proxies. Entries
 * further left are written by the client and are ignored.
 */
export function resolveClientAddress(
  socket: string,
  forwardedFor: string | undefined,
  isTrusted: IsTrustedProxy,
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

/** Returns a client's rate-limit key: the IPv4 address, or the /64 prefix of the IPv6 address, because one customer owns the whole /64. */
export function clientRateLimitKey(address: string): string {
  const client = plain(address);
  if (isIP(client) !== 6) return client;
  const groups = ipaddr.IPv6.parse(client).parts.slice(0, 4);
  return `${groups.map((group) => group.toString(16)).join(':')}::/64`;
}

/** Returns the network of a client for the audit log: the /24 of an IPv4 address, the /48 of an IPv6 address; '' if unknown. */
export function clientNetwork(address: string): string {
  const client = plain(address);
  if (isIP(client) === 0) return '';
  if (isIP(client) === 4) return `${client.split('.').slice(0, 3).join('.')}.0/24`;
  const groups = ipaddr.IPv6.parse(client).parts.slice(0, 3);
  return `${groups.map((group) => group.toString(16)).join(':')}::/48`;
}

/**
 * Removes additions of load balancers from an IP address: a port, brackets around IPv6, quotes around both (RFC 7239), and the zone of a
 * link-local address, which ipaddr.js parses only in part. Converts IPv4-mapped IPv6 addresses to IPv4.
 */
function plain(written: string): string {
  const text = written.replace(/^"(.*)"$/, '$1');
  const inBrackets = /^\[(.*)\](?::\d+)?$/.exec(text)?.[1] ?? text.replace(/^([\d.]+):\d+$/, '$1');
  const address = inBrackets.replace(/%.*$/, '');
  return isIP(address) === 6 ? ipaddr.process(address).toString() : address;
}

/** Converts a range of IPv4-mapped IPv6 addresses to IPv4, because `plain` converts the addresses that are compared with the range. */
function asIPv4([address, bits]: [ipaddr.IPv4 | ipaddr.IPv6, number]): [ipaddr.IPv4 | ipaddr.IPv6, number] {
  const isMapped = address instanceof ipaddr.IPv6 && address.isIPv4MappedAddress() && bits >= 96;
  return isMapped ? [address.toIPv4Address(), bits - 96] : [address, bits];
}
