/** Hashes passwords with argon2id in the PHC string format, at the cost that OWASP recommends (19 MiB, 2 passes, 1 lane). */
import { type Argon2Parameters, argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import PQueue from 'p-queue';
import * as codes from '#lib/contract/codes.ts';
import { Failure } from './failure.ts';

const derive = promisify(argon2) as (name: 'argon2id', input: Argon2Parameters) => Promise<Buffer>;

/** Cost parameters of new hashes; a stored hash contains its own. Tests lower the cost. */
export const passwordCost = { memory: 19 * 1024, passes: 2, parallelism: 1, tagLength: 32 };
const saltBytes = 16;
const shape = /^\$argon2id\$v=19\$m=(\d{1,7}),t=(\d{1,3}),p=(\d{1,3})\$([\w+/]+)\$([\w+/]+)$/;

/**
 * Maximum number of concurrent hashes. Each takes 19 MiB and a thread of the pool that file access and image processing also use.
 */
const atOnce = 2;
const queueTimeoutMs = 2000;

const turns = new PQueue({ concurrency: atOnce });

/**
 * Hashes a password with a random salt, for storage.
 * @throws Failure 10429 if the hash waits in the queue for more than 2 s
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
 * Returns whether a password matches the stored hash. Without a stored hash it returns false after the same time, so that timing
 * does not reveal whether an account exists.
 * @throws Failure 10429 as `hashPassword` does
 */
export async function verifyPassword(password: string, stored: string | null): Promise<boolean> {
  const [, m, t, p, salt = '', tag = ''] = shape.exec(stored ?? '') ?? [];
  const storedHash = tag === '' ? randomBytes(passwordCost.tagLength) : Buffer.from(tag, 'base64');
  const parameters = {
    memory: Number(m ?? passwordCost.memory),
    passes: Number(t ?? passwordCost.passes),
    parallelism: Number(p ?? passwordCost.parallelism),
    tagLength: storedHash.length,
    nonce: salt === '' ? randomBytes(saltBytes) : Buffer.from(salt, 'base64'),
  };
  const computedHash = await inTurn(() => derive('argon2id', { ...parameters, message: normal(password) }));
  return timingSafeEqual(computedHash, storedHash) && tag !== '';
}

/** Normalises a password, so that the same characters from different keyboards are the same password (NIST SP 800-63B). */
function normal(password: string): string {
  return password.normalize('NFKC');
}

function bare(bytes: Buffer): string {
  return bytes.toString('base64').replaceAll('=', '');
}

/** Runs the work when the queue has a free slot. @throws Failure 10429 if that takes more than `queueTimeoutMs` */
function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
  const timeoutController = new AbortController();
  const timer = setTimeout(() => {
    const message = 'Many people are signing in right now. Please try again in a moment.';
    timeoutController.abort(new Failure(codes.tooManyRequests, message, Math.ceil(queueTimeoutMs / 1000)));
  }, queueTimeoutMs);
  const begin = () => {
    clearTimeout(timer);
    return work();
  };
  return turns.add(begin, { signal: timeoutController.signal });
}
