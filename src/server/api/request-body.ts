/** Reads a JSON request body and limits its size, nesting depth and list lengths before schema validation. */
import * as codes from '#lib/contract/codes.ts';
import { listLimit } from '#lib/contract/fields.ts';

export const bodyLimit = 1024 * 1024;
export const smallBodyLimit = 64 * 1024;
const deepest = 24;

/** Error for a request body that cannot be read, with the HTTP status that R50 defines. */
export class BodyError extends Error {
  override name = 'BodyError';
  readonly code = codes.badParameter;
  readonly status: 200 | 400 | 413;
  constructor(status: 200 | 400 | 413, message: string) {
    super(message);
    this.status = status;
  }
}

/**
 * Returns the bytes of the request body.
 * @throws BodyError 413 if the body is longer than `limit`, without reading the rest; 400 if it is truncated
 */
export async function readBytes(request: Request, limit: number): Promise<Uint8Array<ArrayBuffer>> {
  const announced = request.headers.get('content-length');
  if (Number(announced ?? 0) > limit) throw bodyTooLargeError(limit);
  // Node reads at most Content-Length bytes, so the body can be read at once, which costs half as much as streaming.
  if (announced !== null) return readWhole(request, limit);
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of whole(request)) {
    size += chunk.byteLength;
    if (size > limit) throw bodyTooLargeError(limit);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

async function readWhole(request: Request, limit: number): Promise<Uint8Array<ArrayBuffer>> {
  const body: ArrayBuffer = await request.arrayBuffer().catch(() => {
    throw brokenOff();
  });
  const bytes = new Uint8Array(body);
  if (bytes.byteLength > limit) throw bodyTooLargeError(limit);
  return bytes;
}

function brokenOff(): BodyError {
  return new BodyError(400, 'The body is incomplete. Send the request again.');
}

/** Yields the chunks of the body. A truncated body throws a BodyError, like any other unreadable body. */
async function* whole(request: Request): AsyncIterable<Uint8Array> {
  try {
    yield* request.body ?? [];
  } catch {
    throw brokenOff();
  }
}

/**
 * Returns the parsed JSON body; an empty body counts as `{}` (R50).
 * @throws BodyError for a wrong content type, malformed JSON, excessive nesting or lists that are too long
 */
export async function readJson(request: Request, limit: number): Promise<unknown> {
  const bytes = await readBytes(request, limit);
  if (bytes.byteLength === 0) return {};
  if (!isJson(request.headers.get('content-type') ?? '')) {
    throw new BodyError(200, 'The body must be JSON, sent with Content-Type: application/json.');
  }
  if (!['', 'identity'].includes(request.headers.get('content-encoding') ?? '')) {
    throw new BodyError(200, 'The body must not be compressed.');
  }
  const value = parse(bytes);
  const problem = findValueProblem(value, 0);
  if (problem !== '') throw new BodyError(200, `The body ${problem}.`);
  return value;
}

function parse(bytes: Uint8Array): unknown {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return text.trim() === '' ? {} : JSON.parse(text);
  } catch {
    throw new BodyError(400, 'The body is not valid JSON in UTF-8.');
  }
}

function isJson(contentType: string): boolean {
  const [type = '', ...parameters] = contentType
    .toLowerCase()
    .split(';')
    .map((part) => part.trim());
  if (type !== 'application/json') return false;
  return parameters.every(
    (parameter) => !parameter.startsWith('charset=') || /^charset="?utf-?8"?$/.test(parameter),
  );
}

/** Returns the error for a body longer than `limit` bytes. */
export function bodyTooLargeError(limit: number): BodyError {
  return new BodyError(413, `The body is larger than ${limit / 1024} KiB.`);
}

/** Returns why a value is too expensive to process or impossible to store, regardless of the schema; '' if it is acceptable. */
export function findValueProblem(value: unknown, depth: number): string {
  if (typeof value === 'string') return value.includes('\0') ? 'contains a NUL character' : '';
  if (typeof value === 'number') return Number.isFinite(value) ? '' : 'contains a number that is too large';
  if (typeof value !== 'object' || value === null) return '';
  if (depth >= deepest) return 'is nested too deeply';
  const entries = Array.isArray(value) ? value : Object.values(value);
  if (entries.length > listLimit) return `contains a list of more than ${listLimit} entries`;
  if (!Array.isArray(value) && Object.keys(value).some((key) => key.includes('\0')))
    return 'contains a NUL character';
  for (const entry of entries) {
    const problem = findValueProblem(entry, depth + 1);
    if (problem !== '') return problem;
  }
  return '';
}
