// Writes x.br and x.gz next to every compressible file at build time, so that the server never compresses static files.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const compressible = /\.(?:css|html|js|json|map|mjs|svg|txt|webmanifest|xml)$/;
/** A variant must be smaller than this share of the original. */
const worthwhile = 0.95;

/** @param {string} folder */
export async function compressFolder(folder) {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) =>
    compressible.test(file),
  );
  await Promise.all(files.map((file) => compressFile(join(folder, file))));
}

/** @param {string} path */
async function compressFile(path) {
  const body = readFileSync(path);
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: body.length };
  const [br, gz] = await Promise.all([
    promisify(brotliCompress)(body, { params }),
    promisify(gzip)(body, { level: 9 }),
  ]);
  if (br.length < body.length * worthwhile) writeFileSync(`${path}.br`, br);
  if (gz.length < body.length * worthwhile) writeFileSync(`${path}.gz`, gz);
}
