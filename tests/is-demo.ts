/** Whether shop/ still is the demo: a merchant's own files must turn no check red. */
import { existsSync, readFileSync } from 'node:fs';

const path = new URL('../shop/theme.json', import.meta.url);

/** Tests of the demo's own files run only with them: `test.runIf(isDemo)`. */
export const isDemo = existsSync(path) && /"name": "Marram"/.test(readFileSync(path, 'utf8'));
