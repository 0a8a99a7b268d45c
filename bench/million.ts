/**
 * Cost of the in-memory index with very many products on SQLite: import, loading, memory, and the 95th percentile of 40 calls
 * each of lists, filters and searches. Argument: number of products, default 1,000,000. `--keep=FOLDER` keeps the shop.
 */
import { execFile } from 'node:child_process';
import { createWriteStream, existsSync, mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs, promisify } from 'node:util';
import { generateCsv } from '#server/catalog/csv/generate.ts';

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { keep: { type: 'string' } },
});
const count = Number(positionals[0] ?? 1_000_000);
/** Together with the eleven large ones this makes 1,000 collections. */
const ranges = 989;
/** One product in ten is in the collection `everything`. */
const everyNth = 10;

const folder = values.keep ?? mkdtempSync(join(tmpdir(), 'atoll-million-'));
mkdirSync(folder, { recursive: true });
const env = { ...process.env, NODE_ENV: 'production', DATA_DIR: folder, PAYMENTS: 'off', LOG_LEVEL: 'error' };
const megabytes = (bytes: number) => (bytes / 1024 / 1024).toFixed(0);

/** Runs a script of the shop. @returns its output and duration in seconds */
async function run(script: string, ...args: string[]): Promise<{ stdout: string; seconds: number }> {
  const path = fileURLToPath(new URL(script, import.meta.url));
  const began = performance.now();
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--max-old-space-size=6144', path, ...args],
    { env },
  );
  return { stdout, seconds: (performance.now() - began) / 1000 };
}

try {
  const database = join(folder, 'atoll.db');
  if (!existsSync(database)) {
    const file = join(folder, 'many.csv');
    await pipeline(Readable.from(generateCsv(count, ranges, everyNth)), createWriteStream(file));
    const { stdout, seconds } = await run('../scripts/shop.ts', 'import', file);
    console.log(stdout.trim().split('\n').at(-1));
    console.log(
      `import of ${count} products: ${seconds.toFixed(0)} s, database ${megabytes(statSync(database).size)} MB`,
    );
    rmSync(file);
  }
  const { stdout } = await run('./million-process.ts', String(Math.floor(count / everyNth)));
  console.log(stdout.trim());
} finally {
  if (!values.keep) rmSync(folder, { recursive: true, force: true });
}
