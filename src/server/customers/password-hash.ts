/** Passwords as they are stored: argon2id in the PHC string format, at the cost OWASP names (19 MiB, 2 passes, 1 lane). */
import { type Argon2Parameters, argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import PQueue from 'p-queue';
import * as codes from '#lib/contract/codes.ts';
import { Failure } from '../core/failure.ts';

const derive = promisify(argon2) as (name: 'argon2id', input: Argon2Parameters) => Promise<Buffer>;

/** What a new hash costs; a stored one names its own. Tests that are not about it make it cheap. */
export const passwordCost = { memory: 19 * 1024, passes: 2, parallelism: 1, tagLength: 32 };
const saltBytes = 16;
const shape = /^\$argon2id\$v=19\$m=(\d{1,7}),t=(\d{1,3}),p=(\d{1,3})\$([\w+/]+)\$([\w+/]+)$/;

/** Each takes 19 MiB and a thread of the pool that files and pictures need too. */
const atOnce = 2;
const patienceMs = 2000;

const turns = new PQueue({ concurrency: atOnce });

/**
 * @returns what is stored; the same password gives another one each time
 * @throws Failure 10429 when so many passwords are worked on that this one's turn does not come within 2 s
 */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(saltBytes);
  const tag = await inTurn(() =>
    derive('argon2id', { ...passwordCost, message: normal(password), nonce: salt }),
  );
  const { memory, passes, parallelism } = passwordCost;
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${bare(salt)}$${bare(tag)}`;
}

/**
 * Whether a password is the stored one. Without a stored one it takes the same time and is wrong, so that the time does not
 * tell whether there is an account.
 * @throws Failure 10429 as hashPassword
 */
export async function isPassword(password: string, stored: string | null): Promise<boolean> {
  const [, m, t, p, salt = '', tag = ''] = shape.exec(stored ?? '') ?? [];
  const storedHash = tag === '' ? randomBytes(passwordCost.tagLength) : Buffer.from(tag, 'base64');
  const parameters = {
    memory: Number(m ?? passwordCost.memory),
    passes: Number(t ?? passwordCost.passes),
    parallelism: Number(p ?? passwordCost.parallelism),
    tagLength: storedHash.length,
    nonce: salt === '' ? randomBytes(saltBytes) : Buffer.from(salt, 'base64'),
  };
  const given = await inTurn(() => derive('argon2id', { ...parameters, message: normal(password) }));
  return timingSafeEqual(given, storedHash) && tag !== '';
}

/** The same signs typed on another keyboard are the same password (NIST SP 800-63B). */
function normal(password: string): string {
  return password.normalize('NFKC');
}

function bare(bytes: Buffer): string {
  return bytes.toString('base64').replaceAll('=', '');
}

/** Runs the work when it is its turn, unless that takes longer than people wait. */
function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
  const patience = new AbortController();
  const timer = setTimeout(() => {
    const words = 'Many people are signing in just now. Please try again in a moment.';
    patience.abort(new Failure(codes.tooManyRequests, words, Math.ceil(patienceMs / 1000)));
  }, patienceMs);
  const begin = () => {
    clearTimeout(timer);
    return work();
  };
  return turns.add(begin, { signal: patience.signal });
}
