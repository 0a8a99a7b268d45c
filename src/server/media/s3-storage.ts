/** Object storage in an S3-compatible bucket, which all machines share. */
import { AwsClient } from 'aws4fetch';
import type { Storage } from '../core/storage.ts';

const timeoutMs = 15_000;

/**
 * Opens the storage in an S3 bucket.
 * @param url `s3://KEY:SECRET@host[:port]/bucket[/prefix]?region=eu-central-1&insecure=1`; `insecure` uses plain HTTP, for a test
 * server on the same machine
 * @param fetch sends the shop's outgoing HTTP requests
 * @throws Error if a part of the URL is missing
 */
export function s3Storage(url: string, fetch: typeof globalThis.fetch): Storage {
  const parts = new URL(url.replace(/^s3:/, 'https:'));
  const [bucket, ...prefix] = parts.pathname.split('/').filter(Boolean);
  if (!bucket || !parts.username || !parts.password) {
    throw new Error('STORAGE_URL must look like s3://KEY:SECRET@endpoint/bucket?region=REGION');
  }
  const client = new AwsClient({
    accessKeyId: decodeURIComponent(parts.username),
    secretAccessKey: decodeURIComponent(parts.password),
    service: 's3',
    region: parts.searchParams.get('region') ?? 'us-east-1',
    retries: 0,
  });
  const scheme = parts.searchParams.get('insecure') === '1' ? 'http' : 'https';
  const base = `${scheme}://${parts.host}/${[bucket, ...prefix].join('/')}`;
  const send = async (method: string, key: string, body?: Uint8Array, contentType?: string) => {
    const signed = await client.sign(`${base}/${key}`, {
      method,
      headers: contentType ? { 'content-type': contentType } : {},
      ...(body && { body: Buffer.from(body) }),
    });
    return fetch(signed, { signal: AbortSignal.timeout(timeoutMs) });
  };
  const expect = async (response: Response, what: string) => {
    if (response.ok) return;
    await response.body?.cancel();
    throw new Error(`The storage could not ${what}: it responded with status ${response.status}`);
  };
  return {
    async put(key, body, contentType) {
      const response = await send('PUT', key, body, contentType);
      await expect(response, `store ${key}`);
      await response.body?.cancel();
    },
    async get(key) {
      const response = await send('GET', key);
      if (response.status === 404) {
        await response.body?.cancel();
        return null;
      }
      await expect(response, `read ${key}`);
      return {
        body: new Uint8Array(await response.arrayBuffer()),
        contentType: response.headers.get('content-type') ?? 'application/octet-stream',
      };
    },
    async delete(key) {
      const response = await send('DELETE', key);
      if (response.status !== 404) await expect(response, `delete ${key}`);
      await response.body?.cancel();
    },
  };
}
