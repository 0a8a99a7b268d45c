/**
 * Reads and writes backup archives: gzipped JSON lines in the same format for SQLite and PostgreSQL. An archive contains a header, then for
 * each table a line with its name and columns followed by one array per row, then one line per stored object, and an end line, without
 * which the archive is truncated. If a key is set, the end line contains an HMAC-SHA256 of all preceding lines.
 */
import { createHash, createHmac, type Hmac, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { createReadStream, createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { z } from 'zod';

export const archiveVersion = 1;

const cell = z.union([z.string(), z.number(), z.null()]);
const head = z.object({
  atollBackup: z.literal(archiveVersion),
  /** Name of the newest migration of the source database. */
  migration: z.string(),
  /** Time of the backup, ms UTC. */
  madeAt: z.int(),
});
const table = z.object({ table: z.string(), columns: z.array(z.string().regex(/^\w+$/)) });
const storedObject = z.object({ object: z.string(), contentType: z.string(), base64: z.base64() });
const end = z.object({ rows: z.int(), objects: z.int(), hmac: z.base64().optional() });
const row = z.array(cell);

export type Cell = z.output<typeof cell>;
export type ArchiveHeader = z.output<typeof head>;
export type Entry =
  | { kind: 'head'; head: ArchiveHeader }
  | { kind: 'table'; table: string; columns: string[] }
  | { kind: 'row'; row: Cell[] }
  | { kind: 'object'; key: string; contentType: string; body: Uint8Array }
  | {
      kind: 'end';
      rows: number;
      objects: number;
      hmac?: string | undefined;
      signature?: SignatureStatus;
      /** SHA-256 of all preceding lines, to detect whether the file changed between two reads. */
      digest?: string;
    };

/** Result of the HMAC check of an archive; `unchecked`: the archive has an HMAC, but no key is set. */
export type SignatureStatus = 'missing' | 'unchecked' | 'valid' | 'different';

export type WriteEntry = (entry: Entry) => Promise<void>;

/**
 * Writes an archive, streaming the entries that `fill` writes to disk. Rethrows the errors of `fill`.
 * @param file path of the archive; must not exist yet
 * @param key HMAC key that signs the archive; null leaves it unsigned
 */
export async function writeArchive(
  file: string,
  key: Uint8Array | null,
  fill: (write: WriteEntry) => Promise<void>,
): Promise<void> {
  const hmac = key && createHmac('sha256', key);
  const zipped = createGzip();
  const written = pipeline(zipped, createWriteStream(file, { flags: 'wx', mode: 0o600, flush: true }));
  // The promise is awaited below; until then, a failed write (such as a full disk) must not count as an unhandled rejection.
  written.catch(() => {});
  try {
    await fill(async (entry) => {
      const line = `${JSON.stringify(toLine(entry, hmac))}\n`;
      if (entry.kind !== 'end') hmac?.update(line);
      if (zipped.write(line)) return;
      await Promise.race([once(zipped, 'drain'), written]);
    });
    zipped.end();
  } catch (error) {
    zipped.destroy();
    throw error;
  }
  await written;
}

/**
 * Reads an archive entry by entry. The last entry contains the digest and the result of the HMAC check.
 * @param key HMAC key; null skips the HMAC check
 * @param onProgress called before each entry with the number of bytes read so far
 * @throws Error when the file is not a backup archive, is damaged or is incomplete
 */
export async function* readArchive(
  file: string,
  key: Uint8Array | null,
  onProgress: (bytes: number) => void = () => {},
): AsyncGenerator<Entry> {
  const hmac = key && createHmac('sha256', key);
  const hash = createHash('sha256');
  const source = createReadStream(file);
  const unzipped = source.pipe(createGunzip());
  source.on('error', (error) => unzipped.destroy(error));
  let number = 0;
  let complete = false;
  try {
    for await (const line of linesOf(unzipped)) {
      if (complete)
        throw new Error(
          `${file} has data after the end of the backup, so the file was modified. Use an unmodified copy of the backup.`,
        );
      onProgress(source.bytesRead);
      const entry = fromLine(line, ++number);
      complete = entry.kind === 'end';
      if (entry.kind === 'end') {
        yield { ...entry, signature: signatureOf(entry, hmac), digest: hash.digest('base64') };
        continue;
      }
      hmac?.update(`${line}\n`);
      hash.update(`${line}\n`);
      yield entry;
    }
  } finally {
    source.destroy();
  }
  if (!complete)
    throw new Error(`${file} is incomplete: its end is missing. Use a complete copy of the backup.`);
}

type End = Extract<Entry, { kind: 'end' }>;

/** Returns the result of the HMAC check. @param hmac HMAC of all lines before the end line; null if there is no key */
function signatureOf({ rows, objects, hmac: written }: End, hmac: Hmac | null): SignatureStatus {
  if (written === undefined) return 'missing';
  if (!hmac) return 'unchecked';
  const expected = Buffer.from(sign(hmac, { rows, objects }), 'base64');
  const found = Buffer.from(written, 'base64');
  return found.length === expected.length && timingSafeEqual(found, expected) ? 'valid' : 'different';
}

/** Adds the counts of the end line to the HMAC and returns the result in base64. */
function sign(hmac: Hmac, counts: { rows: number; objects: number }): string {
  return hmac.update(JSON.stringify(counts)).digest('base64');
}

/** Splits a stream into lines at line feeds only: node:readline also splits at U+2028, which JSON does not escape. */
async function* linesOf(stream: AsyncIterable<Buffer>): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  let started: string[] = [];
  for await (const chunk of stream) {
    const pieces = decoder.decode(chunk, { stream: true }).split('\n');
    const rest = pieces.pop() ?? '';
    for (const piece of pieces) {
      yield [...started, piece].join('');
      started = [];
    }
    started.push(rest);
  }
}

function toLine(entry: Entry, hmac: Hmac | null): unknown {
  switch (entry.kind) {
    case 'head':
      return entry.head;
    case 'table':
      return { table: entry.table, columns: entry.columns };
    case 'row':
      return entry.row;
    case 'object':
      return {
        object: entry.key,
        contentType: entry.contentType,
        base64: Buffer.from(entry.body).toString('base64'),
      };
    case 'end': {
      const counts = { rows: entry.rows, objects: entry.objects };
      return { end: hmac ? { ...counts, hmac: sign(hmac, counts) } : counts };
    }
  }
}

function fromLine(line: string, number: number): Entry {
  const value: unknown = JSON.parse(line);
  if (number === 1) return { kind: 'head', head: head.parse(value) };
  if (Array.isArray(value)) return { kind: 'row', row: row.parse(value) };
  const named = z.looseObject({}).parse(value);
  if ('table' in named) return { kind: 'table', ...table.parse(named) };
  if ('end' in named) return { kind: 'end', ...end.parse(named.end) };
  const { object: key, contentType, base64 } = storedObject.parse(named);
  return { kind: 'object', key, contentType, body: Buffer.from(base64, 'base64') };
}
