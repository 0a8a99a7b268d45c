/**
 * Child process that encodes image variants: receives an original and a list of variants, and sends each variant as soon as it is
 * encoded.
 */
import sharp from 'sharp';
import { encodeImageVariant, encodeImageVariantsQuickly } from './encode-image-variant.ts';
import type { EncodeRequest } from './encode-in-child.ts';

sharp.concurrency(1);
process.once('disconnect', () => process.exit());
// Terminals and supervisors signal the whole process group. Only the server may end this process, so that it can distinguish a
// stop from a failure.
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => {});
process.once('message', async ({ original, forms, isQuick }: EncodeRequest) => {
  if (isQuick) for await (const body of encodeImageVariantsQuickly(original, forms)) process.send!(body);
  else for (const form of forms) process.send!(await encodeImageVariant(original, form));
});
