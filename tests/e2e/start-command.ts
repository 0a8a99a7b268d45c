/** The start command of package.json, so that tests and benchmarks run the same process as `npm start`. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const file = readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8');
export const startCommand = (JSON.parse(file) as { scripts: { start: string } }).scripts.start;

/** Arguments after `node`. */
export const startArguments = startCommand.replace(/^exec node /, '').split(' ');
