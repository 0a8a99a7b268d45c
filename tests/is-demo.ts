/** Detects whether shop/ is still the demo, so that a merchant's own files fail no test. */
import { existsSync, readFileSync } from 'node:fs';

const path = new URL('../shop/theme.json', import.meta.url);

/** True while shop/ is the demo; tests of its files use `test.runIf(isDemo)`. */
export const isDemo = existsSync(path) && /"name": "Marram"/.test(readFileSync(path, 'utf8'));
