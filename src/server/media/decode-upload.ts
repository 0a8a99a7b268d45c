/**
 * Child process that decodes one untrusted image: reads it from stdin, writes the result to stdout, and frees all memory by
 * exiting.
 */
import { buffer } from 'node:stream/consumers';
import sharp from 'sharp';
import { damagedExitCode } from './decode-exit.ts';
import { encodeUpload } from './encode-upload.ts';

sharp.cache(false);
sharp.concurrency(1);
const picture = await buffer(process.stdin);
const { mime, original, shown } = await encodeUpload(picture).catch(() => process.exit(damagedExitCode));
const head = `${JSON.stringify({ mime, original: original.byteLength })}\n`;
for (const part of [head, original, shown]) process.stdout.write(part);
