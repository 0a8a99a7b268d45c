/** Writes docs/reference (`npm run docs`). */
import { mkdirSync, writeFileSync } from 'node:fs';
import { referencePages } from './pages.ts';

mkdirSync('docs/reference', { recursive: true });
for (const [name, text] of Object.entries(await referencePages()))
  writeFileSync(`docs/reference/${name}`, text);
