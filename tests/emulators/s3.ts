/** Emulates S3: stores, serves and deletes objects, and rejects a request with a wrong signature. */
import { createHash, createHmac } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface S3Emulator {
  /** STORAGE_URL of its bucket. */
  url: string;
  objects: Map<string, { body: Buffer; contentType: string }>;
  /** HTTP statuses to answer with next instead of success. */
  failures: number[];
  close(): Promise<void>;
}

const accessKey = 'TESTKEY';
const secret = 'test/secret+key';
const region = 'eu-test-1';

export async function startS3(bucket = 'shop'): Promise<S3Emulator> {
  const objects: S3Emulator['objects'] = new Map();
  const failures: number[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks);
    const failure = failures.shift();
    const path = new URL(request.url ?? '/', 'http://s3').pathname;
    const key = path.slice(`/${bucket}/`.length);
    const status = failure ?? (isSigned(request, body) && path.startsWith(`/${bucket}/`) ? 0 : 403);
    if (status !== 0) return void response.writeHead(status).end('<Error/>');
    if (request.method === 'PUT') {
      objects.set(key, { body, contentType: request.headers['content-type'] ?? '' });
      return void response.writeHead(200).end();
    }
    const found = objects.get(key);
    if (request.method === 'DELETE') {
      objects.delete(key);
      return void response.writeHead(204).end();
    }
    if (!found) return void response.writeHead(404).end('<Error><Code>NoSuchKey</Code></Error>');
    response.writeHead(200, { 'content-type': found.contentType }).end(found.body);
  });
  await new Promise<void>((open) => server.listen(0, '127.0.0.1', open));
  const { port } = server.address() as AddressInfo;
  return {
    url: `s3://${accessKey}:${encodeURIComponent(secret)}@127.0.0.1:${port}/${bucket}?region=${region}&insecure=1`,
    objects,
    failures,
    close: () => new Promise((closed) => server.close(() => closed())),
  };
}

/** Checks the Signature Version 4 over the headers that the request lists as signed. */
function isSigned(request: IncomingMessage, body: Buffer): boolean {
  const match =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/.exec(
      request.headers.authorization ?? '',
    );
  if (!match) return false;
  const [, key, date, sentRegion, names, signature] = match as unknown as string[];
  const sha = (data: string | Buffer) => createHash('sha256').update(data).digest('hex');
  const hash = String(request.headers['x-amz-content-sha256'] ?? '');
  if (hash !== 'UNSIGNED-PAYLOAD' && hash !== sha(body)) return false;
  const headers = names!
    .split(';')
    .map((name) => `${name}:${String(request.headers[name] ?? '').trim()}\n`)
    .join('');
  const url = new URL(request.url ?? '/', 'http://s3');
  const canonical = [request.method, url.pathname, url.searchParams.toString(), headers, names, hash].join(
    '\n',
  );
  const scope = `${date}/${sentRegion}/s3/aws4_request`;
  const toSign = ['AWS4-HMAC-SHA256', request.headers['x-amz-date'], scope, sha(canonical)].join('\n');
  const mac = (by: string | Buffer, data: string) => createHmac('sha256', by).update(data).digest();
  const signingKey = mac(mac(mac(mac(`AWS4${secret}`, date!), sentRegion!), 's3'), 'aws4_request');
  return key === accessKey && sentRegion === region && mac(signingKey, toSign).toString('hex') === signature;
}
