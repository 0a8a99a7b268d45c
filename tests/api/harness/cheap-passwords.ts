/** Hashes passwords with 64 KiB instead of 19 MiB; tests that measure the time of guessing (`timing`) use the full cost. */
import { passwordCost } from '#server/core/password-hash.ts';

passwordCost.memory = 64;
