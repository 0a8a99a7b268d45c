/** Runs before every API test file. Vitest evaluates it per file, whereas the files of one worker share clean-up.ts. */
import { afterAll } from 'vitest';
import { closeAll } from './clean-up.ts';

afterAll(closeAll);
