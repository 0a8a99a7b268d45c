import { describe, expect, it } from 'vitest';
import {
  clientNetwork,
  clientRateLimitKey,
  parseTrustedProxies,
  resolveClientAddress,
} from '#server/core/client-address.ts';

const isTrusted = parseTrustedProxies('127.0.0.1, 10.0.0.0/8, 2001:db8:1::/48');

describe('the address that a proxy names', () => {
  it.each([
    ['1.2.3.4', '1.2.3.4'],
    ['1.2.3.4:5678', '1.2.3.4'],
    ['"1.2.3.4:5678"', '1.2.3.4'],
    ['2001:db8::1', '2001:db8::1'],
    ['[2001:db8::1]', '2001:db8::1'],
    ['[2001:db8::1]:443', '2001:db8::1'],
    ['"[2001:db8::1]:443"', '2001:db8::1'],
    ['::ffff:1.2.3.4', '1.2.3.4'],
    ['[::ffff:1.2.3.4]:80', '1.2.3.4'],
    ['::ffff:102:304', '1.2.3.4'],
    ['fe80::1%br-1a2b', 'fe80::1'],
    ['1.2.3.4, ::ffff:a01:102', '1.2.3.4'],
    ['9.9.9.9, 1.2.3.4:1, 10.1.1.1:2, [2001:db8:1::5]:3', '1.2.3.4'],
  ])('is read as load balancers write it: %s', (forwarded, client) => {
    expect(resolveClientAddress('127.0.0.1', forwarded, isTrusted)).toBe(client);
  });

  it.each(['unknown', '1.2.3.4:5678:9', '1.2.3:80', '[1.2.3.4', '"1.2.3.4', '_hidden', '1.2.3.4:http'])(
    'is not guessed from %s: the proxy itself is counted',
    (forwarded) => {
      expect(resolveClientAddress('127.0.0.1', forwarded, isTrusted)).toBe('127.0.0.1');
    },
  );

  it('is believed of a proxy whose range is written as IPv6', () => {
    expect(resolveClientAddress('10.0.0.9', '1.2.3.4', parseTrustedProxies('::ffff:10.0.0.0/104'))).toBe(
      '1.2.3.4',
    );
  });

  it('is that of a link-local socket without its zone', () => {
    expect(resolveClientAddress('fe80::1%eth0.20', undefined, isTrusted)).toBe('fe80::1');
    expect(clientRateLimitKey('fe80::1%eth0.20')).toBe('fe80:0:0:0::/64');
  });

  it('is not believed from a stranger', () => {
    expect(resolveClientAddress('5.6.7.8', '1.2.3.4:5678', isTrusted)).toBe('5.6.7.8');
  });
});

describe('what a rate limit counts as one client', () => {
  it.each([
    ['1.2.3.4', '1.2.3.4'],
    ['', ''],
    ['2001:db8:0:1::5', '2001:db8:0:1::/64'],
    ['2001:0DB8:0000:0001:ffff:1:2:3', '2001:db8:0:1::/64'],
    ['2001:db8::1.2.3.4', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
  ])('is an IPv4 address, and of an IPv6 address its network: %s', (address, key) => {
    expect(clientRateLimitKey(address)).toBe(key);
  });
});

it.each([
  ['203.0.113.9', '203.0.113.0/24'],
  ['::ffff:203.0.113.9', '203.0.113.0/24'],
  ['2001:db8:7:1::5', '2001:db8:7::/48'],
  ['', ''],
])('the audit log has the network of %s only (admin)', (address, network) => {
  expect(clientNetwork(address)).toBe(network);
});
