/** Passwords cost 64 KiB instead of 19 MiB, except in the tests that measure how long guessing takes (`timing`). */
import { passwordCost } from '#server/customers/password-hash.ts';

passwordCost.memory = 64;
