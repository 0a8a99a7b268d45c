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
    return asIPv4(ipaddr.parseCIDR(range));
  });
  return (address) =>
    isIP(address) !== 0 && ipaddr.subnetMatch(ipaddr.parse(plain(address)), { trusted }) === 'trusted';
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
  const client = plain(address);
  if (isIP(client) !== 6) return client;
  const groups = ipaddr.IPv6.parse(client).parts.slice(0, 4);
  return `${groups.map((group) => group.toString(16)).join(':')}::/64`;
}

/**
 * Removes what balancers also write: a port, brackets around IPv6, quotes around both, as RFC 7239 does, and the zone of a link-local
 * address, of which ipaddr.js parses only some. IPv4 in an IPv6 address becomes IPv4.
 */
function plain(written: string): string {
  const text = written.replace(/^"(.*)"$/, '$1');
  const inBrackets = /^\[(.*)\](?::\d+)?$/.exec(text)?.[1] ?? text.replace(/^([\d.]+):\d+$/, '$1');
  const address = inBrackets.replace(/%.*$/, '');
  return isIP(address) === 6 ? ipaddr.process(address).toString() : address;
}

/** A range of IPv4 addresses in IPv6 form becomes one of IPv4, as the addresses that it is compared with do. */
function asIPv4([address, bits]: [ipaddr.IPv4 | ipaddr.IPv6, number]): [ipaddr.IPv4 | ipaddr.IPv6, number] {
  const isMapped = address instanceof ipaddr.IPv6 && address.isIPv4MappedAddress() && bits >= 96;
  return isMapped ? [address.toIPv4Address(), bits - 96] : [address, bits];
}
