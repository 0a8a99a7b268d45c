/** The process that encodes variants in the background: receives an original and a list, sends the variants back one by one. */
import sharp from 'sharp';
import { encodeForm, encodeQuickly } from './encode-form.ts';
import type { EncodeOrder } from './encode-in-child.ts';

sharp.concurrency(1);
process.once('disconnect', () => process.exit());
// Terminals and supervisors signal the whole group; only the server ends this process, so that it can distinguish a stop from a failure.
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => {});
process.once('message', async ({ original, forms, isQuick }: EncodeOrder) => {
  if (isQuick) for await (const body of encodeQuickly(original, forms)) process.send!(body);
  else for (const form of forms) process.send!(await encodeForm(original, form));
});
