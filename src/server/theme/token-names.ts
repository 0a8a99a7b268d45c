/** The tokens a merchant can set: those of src/styles/tokens.css, without dashes. */
import { readFileSync } from 'node:fs';

const sheet = readFileSync(new URL('../../styles/tokens.css', import.meta.url), 'utf8');

export const tokenNames: readonly string[] = [
  ...new Set([...sheet.matchAll(/^\s*--([a-z0-9-]+):/gm)].map(([, name]) => name!)),
];
