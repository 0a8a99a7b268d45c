/** Runs before every API test file. Apart from clean-up.ts, which the files of one worker share: this is read anew for each. */
import { afterAll } from 'vitest';
import { closeAll } from './clean-up.ts';

afterAll(closeAll);
