/** The process that makes forms in the background: an original and a list come in, the forms go out one by one. */
import sharp from 'sharp';
import { encodeForm, type PictureForm } from './encode-form.ts';

sharp.concurrency(1);
process.once('disconnect', () => process.exit());
// A terminal and a supervisor tell the whole group to stop. The shop stops this one, and knows then that nothing failed.
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => {});
process.once('message', async ({ original, forms }: { original: Uint8Array; forms: PictureForm[] }) => {
  for (const form of forms) process.send!(await encodeForm(original, form));
});
