/**
 * Serves the client files of the build and the files in public/. All paths are listed at startup, so a missing file costs a map
 * lookup, not a render. Small files are kept in memory with their precompressed variants; larger files are streamed and support
 * range requests.
 */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readdir, readFile, stat } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join, relative, sep } from 'node:path';
import { COMPRESSIBLE_CONTENT_TYPE_REGEX } from 'hono/utils/compress';
import { getMimeType } from 'hono/utils/mime';
import { fileCsp } from '../api/security-headers.ts';
import { chooseEncoding, type Encoding, matchesEtag } from '../cache/negotiate.ts';
import type { HeaderList } from '../cache/stored-page.ts';
import { parseRangeHeader } from './byte-range.ts';

interface StaticFile {
  path: string;
  size: number;
  etag: string;
  headers: string[];
  /** File contents by encoding; null for streamed files. */
  forms: Partial<Record<Encoding, Buffer>> | null;
}

/** Serves the listed file at a path; returns false if there is none. */
export type StaticFileHandler = (request: IncomingMessage, response: ServerResponse, path: string) => boolean;

const maxCachedBytes = 512 * 1024;
/** Limit of files that are sent compressed: a streamed file is not. The admin's script has 1 MB, and 270 KB compressed. */
const maxCachedTextBytes = 2 * 1024 * 1024;
/** Path prefix of immutable files: the build names them by a hash of their content. */
const immutable = '/_astro/';

/**
 * Returns a handler for the files in a folder.
 * @param folder dist/client; `x.br` and `x.gz` beside `x` are its precompressed variants
 * @param common headers of every response
 */
export async function createStaticFileHandler(
  folder: string,
  common: HeaderList,
): Promise<StaticFileHandler> {
  const files = new Map<string, StaticFile>();
  const paths = (await readdir(folder, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
  const existingPaths = new Set(paths);
  for (const path of paths) {
    if (/\.(?:br|gz)$/.test(path) && existingPaths.has(path.slice(0, -3))) continue;
    files.set(`/${relative(folder, path).split(sep).join('/')}`, await readStatic(path, folder, common));
  }
  return (request, response, path) => {
    const file = files.get(path);
    if (!file) return false;
    send(request, response, file);
    return true;
  };
}

async function readStatic(path: string, folder: string, common: HeaderList): Promise<StaticFile> {
  const { size, mtimeMs } = await stat(path);
  const type = getMimeType(path) ?? 'application/octet-stream';
  const isText = COMPRESSIBLE_CONTENT_TYPE_REGEX.test(type);
  const isCached = size <= (isText ? maxCachedTextBytes : maxCachedBytes);
  const body = isCached ? await readFile(path) : null;
  const etag = body
    ? createHash('sha256').update(body).digest('base64url').slice(0, 22)
    : `${size}-${mtimeMs}`;
  const lasting = `/${relative(folder, path)}`.startsWith(immutable);
  const headers = [
    ...['Content-Type', type, 'ETag', `"${etag}"`],
    ...['Cache-Control', lasting ? 'public, max-age=31536000, immutable' : 'public, max-age=3600'],
    ...['Content-Security-Policy', fileCsp, ...common.flat()],
  ];
  if (isText) headers.push('Vary', 'Accept-Encoding');
  return { path, size, etag: `"${etag}"`, headers, forms: body && (await readForms(path, body)) };
}

async function readForms(path: string, identity: Buffer): Promise<Partial<Record<Encoding, Buffer>>> {
  const optional = (form: string) => readFile(form).catch(() => undefined);
  const [br, gzip] = await Promise.all([optional(`${path}.br`), optional(`${path}.gz`)]);
  return { identity, ...(br && { br }), ...(gzip && { gzip }) };
}

function send(request: IncomingMessage, response: ServerResponse, file: StaticFile): void {
  if (matchesEtag(request.headers['if-none-match'], file.etag)) {
    response.writeHead(304, file.headers);
    response.end();
    return;
  }
  if (!file.forms) {
    stream(request, response, file);
    return;
  }
  const acceptedEncoding = chooseEncoding(request.headers['accept-encoding'] as string | undefined);
  const encoding = file.forms[acceptedEncoding] ? acceptedEncoding : 'identity';
  const body = file.forms[encoding] ?? Buffer.alloc(0);
  const encoded = encoding === 'identity' ? [] : ['Content-Encoding', encoding];
  response.writeHead(200, ['Content-Length', String(body.length), ...encoded, ...file.headers]);
  if (request.method === 'HEAD') response.end();
  else response.end(body);
}

function stream(request: IncomingMessage, response: ServerResponse, file: StaticFile): void {
  const range = parseRangeHeader(request.headers.range, file.size);
  const headers = ['Accept-Ranges', 'bytes', ...file.headers];
  if (range.kind === 'unsatisfiable') {
    response.writeHead(416, [...headers, 'Content-Range', `bytes */${file.size}`, 'Content-Length', '0']);
    response.end();
    return;
  }
  const { start, end } = range.kind === 'part' ? range : { start: 0, end: file.size - 1 };
  headers.push('Content-Length', String(end - start + 1));
  if (range.kind === 'part') headers.push('Content-Range', `bytes ${start}-${end}/${file.size}`);
  response.writeHead(range.kind === 'part' ? 206 : 200, headers);
  if (request.method === 'HEAD') {
    response.end();
    return;
  }
  const source = createReadStream(file.path, { start, end });
  source.on('error', () => response.destroy());
  response.on('close', () => source.destroy());
  source.pipe(response);
}
