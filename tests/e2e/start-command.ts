/** How the shop is started, as package.json says it: tests and figures are of the same process that `npm start` runs. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const file = readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8');
export const startCommand = (JSON.parse(file) as { scripts: { start: string } }).scripts.start;

/** What follows `node`. */
export const startArguments = startCommand.replace(/^exec node /, '').split(' ');
