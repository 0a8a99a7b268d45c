/** The process that makes forms in the background: an original and a list come in, the forms go out one by one. */
import sharp from 'sharp';
import { encodeForm, encodeQuickly } from './encode-form.ts';
import type { EncodeOrder } from './encode-in-child.ts';

sharp.concurrency(1);
process.once('disconnect', () => process.exit());
// A terminal and a supervisor tell the whole group to stop. The shop stops this one, and knows then that nothing failed.
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => {});
process.once('message', async ({ original, forms, isQuick }: EncodeOrder) => {
  if (isQuick) for await (const body of encodeQuickly(original, forms)) process.send!(body);
  else for (const form of forms) process.send!(await encodeForm(original, form));
});
