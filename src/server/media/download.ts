/** Downloads an image from a URL in an imported file, without giving access to the internal network. */
import { lookup as systemLookup } from 'node:dns';
import { type IncomingMessage, request as plainRequest } from 'node:http';
import { request as secureRequest } from 'node:https';
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import { ImageError } from './image-error.ts';

const timeoutMs = 20_000;
const redirectLimit = 3;

/** The only range of public IPv6 addresses. */
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3');

/** Returns whether an IP address is on the public internet. */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 0) return false;
  const ip = ipaddr.parse(address);
  return ip.range() === 'unicast' && (ip instanceof ipaddr.IPv4 || ip.match(globalUnicast));
}

export interface DownloadOptions {
  /** Maximum body size, bytes. */
  limit: number;
  /** Returns whether connecting to an IP address is allowed; only tests override it. */
  isAllowed?: (address: string) => boolean;
}

/**
 * Downloads an http or https URL and follows up to three redirects, each of which is checked as well. The host name is resolved
 * once and the connection uses the checked IP address, so that it cannot change after the check (DNS rebinding).
 * @throws ImageError with a message for the merchant on any failure
 */
export async function download(address: string, options: DownloadOptions): Promise<Uint8Array> {
  let url = URL.parse(address);
  for (let hops = 0; hops <= redirectLimit; hops += 1) {
    if (!url || !/^https?:$/.test(url.protocol))
      throw new ImageError('The URL must begin with http:// or https://.');
    const response = await get(url, options);
    if (response.redirect === undefined) return response.body;
    url = URL.parse(response.redirect, url);
  }
  throw new ImageError('The URL redirects too many times.');
}

type Answer = { redirect: string } | { redirect?: undefined; body: Uint8Array };

function get(url: URL, { limit, isAllowed = isPublicAddress }: DownloadOptions): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const fail = (why: string) => reject(new ImageError(why));
    const host = url.hostname.replace(/^\[|\]$/g, '');
    if (isIP(host) && !isAllowed(host)) return fail('The URL points to a private network. Use a public URL.');
    const send = url.protocol === 'https:' ? secureRequest : plainRequest;
    const request = send(url, {
      signal: AbortSignal.timeout(timeoutMs),
      headers: { accept: 'image/*', 'user-agent': 'Atoll' },
      lookup: (name, lookupOptions, answer) => {
        systemLookup(name, { ...lookupOptions, all: true }, (error, found) => {
          if (error) return answer(error, '', 4);
          const allowed = found.filter((entry) => isAllowed(entry.address));
          if (allowed.length === 0)
            return answer(new ImageError('The URL points to a private network. Use a public URL.'), '', 4);
          if (lookupOptions.all) return answer(null, allowed);
          answer(null, allowed[0]!.address, allowed[0]!.family);
        });
      },
    });
    request.on('error', (error) => {
      if (error instanceof ImageError) reject(error);
      else
        fail(
          error.name === 'AbortError' || error.name === 'TimeoutError'
            ? 'The server did not respond in time.'
            : `The URL cannot be reached (${error.message}).`,
        );
    });
    request.on('response', (response) => {
      readAnswer(response, limit).then(resolve, (error: unknown) => {
        request.destroy();
        reject(error instanceof ImageError ? error : new ImageError('The download was interrupted.'));
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
  if (status !== 200) throw new ImageError(`The URL returned status ${status}.`);
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of response) {
    size += chunk.length;
    if (size > limit) throw new ImageError(`The image is larger than ${limit / 1024 / 1024} MiB.`);
    chunks.push(chunk);
  }
  return { body: Buffer.concat(chunks) };
}
