/** Fetches a picture from a foreign address named in a file, without letting that address reach into our own network. */
import { lookup as systemLookup } from 'node:dns';
import { type IncomingMessage, request as plainRequest } from 'node:http';
import { request as secureRequest } from 'node:https';
import { BlockList, isIP } from 'node:net';
import { BadPicture } from './bad-picture.ts';

const timeoutMs = 20_000;
const redirectLimit = 3;

/** Networks that are not the open internet; a list for each family, because one list compares both in IPv6 form. */
const inner = { 4: new BlockList(), 6: new BlockList() };
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const) {
  inner[4].addSubnet(network, prefix, 'ipv4');
}
// Everything but global unicast, then the parts of it that wrap IPv4, name no place, or are for documentation.
for (const [network, prefix] of [
  ['::', 3],
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
  ['4000::', 2],
  ['8000::', 1],
] as const) {
  inner[6].addSubnet(network, prefix, 'ipv6');
}

/** Whether an IP address belongs to the open internet. */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address);
  if (family === 4) return !inner[4].check(address, 'ipv4');
  return family === 6 && !inner[6].check(address, 'ipv6');
}

export interface DownloadOptions {
  /** Largest body, bytes. */
  limit: number;
  /** Whether an address may be reached; only tests say otherwise. */
  isAllowed?: (address: string) => boolean;
}

/**
 * Downloads the bytes at a http or https address; redirects are followed a few times, each checked anew.
 * The name is resolved once and that very address is connected to, so it cannot change after the check.
 * @throws BadPicture in plain words for whatever goes wrong
 */
export async function download(address: string, options: DownloadOptions): Promise<Uint8Array> {
  let url = URL.parse(address);
  for (let hops = 0; hops <= redirectLimit; hops += 1) {
    if (!url || !/^https?:$/.test(url.protocol)) throw new BadPicture('The address is not a web address.');
    const response = await get(url, options);
    if (response.redirect === undefined) return response.body;
    url = URL.parse(response.redirect, url);
  }
  throw new BadPicture('The address leads on too many times.');
}

type Answer = { redirect: string } | { redirect?: undefined; body: Uint8Array };

function get(url: URL, { limit, isAllowed = isPublicAddress }: DownloadOptions): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const fail = (why: string) => reject(new BadPicture(why));
    const host = url.hostname.replace(/^\[|\]$/g, '');
    if (isIP(host) && !isAllowed(host)) return fail('The address is inside a private network.');
    const send = url.protocol === 'https:' ? secureRequest : plainRequest;
    const request = send(url, {
      signal: AbortSignal.timeout(timeoutMs),
      headers: { accept: 'image/*', 'user-agent': 'Atoll' },
      lookup: (name, wanted, answer) => {
        systemLookup(name, { ...wanted, all: true }, (error, found) => {
          if (error) return answer(error, '', 4);
          const allowed = found.filter((entry) => isAllowed(entry.address));
          if (allowed.length === 0)
            return answer(new BadPicture('The address is inside a private network.'), '', 4);
          if (wanted.all) return answer(null, allowed);
          answer(null, allowed[0]!.address, allowed[0]!.family);
        });
      },
    });
    request.on('error', (error) => {
      if (error instanceof BadPicture) reject(error);
      else
        fail(
          error.name === 'AbortError' || error.name === 'TimeoutError'
            ? 'The address did not answer in time.'
            : `The address cannot be reached (${error.message}).`,
        );
    });
    request.on('response', (response) => {
      readAnswer(response, limit).then(resolve, (error: unknown) => {
        request.destroy();
        reject(error instanceof BadPicture ? error : new BadPicture('The transfer broke off.'));
      });
    });
    request.end();
  });
}

async function readAnswer(response: IncomingMessage, limit: number): Promise<Answer> {
  const status = response.statusCode ?? 0;
  if (status >= 300 && status < 400 && response.headers.location) {
    response.destroy();
    return { redirect: response.headers.location };
  }
  if (status !== 200) throw new BadPicture(`The address answered ${status}.`);
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of response) {
    size += chunk.length;
    if (size > limit) throw new BadPicture(`The picture is larger than ${limit / 1024 / 1024} MiB.`);
    chunks.push(chunk);
  }
  return { body: Buffer.concat(chunks) };
}
