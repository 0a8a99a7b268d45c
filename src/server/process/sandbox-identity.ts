/**
 * Tells this shop's own sandbox from whatever else may answer at its port: it keeps its process id and a secret in a file
 * that only its user can read (src/sandbox/identity.ts), and proves to know the secret without saying it.
 */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { Env } from '../core/env.ts';
import { sandboxUrl } from '../payments/sandbox.ts';

const identity = z.object({ pid: z.number().int().min(2), secret: z.string().regex(/^[0-9a-f]{64}$/) });
const answer = z.object({ pid: z.number().int(), proof: z.string() });

/** Process id of this shop's sandbox if it answers; null when nothing does, or something else. */
export async function livingSandbox(env: Env): Promise<number | null> {
  const own = await readIdentity(join(env.DATA_DIR, 'sandbox', `process-${env.SANDBOX_PORT}.json`));
  if (!own) return null;
  const challenge = randomBytes(16).toString('hex');
  const url = `${sandboxUrl(env)}/healthz?challenge=${challenge}`;
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(1000), redirect: 'error' });
    const { pid, proof } = answer.parse(await response.json());
    const expected = createHmac('sha256', own.secret).update(challenge).digest();
    const given = Buffer.from(proof, 'hex');
    const isOurs = given.length === expected.length && timingSafeEqual(given, expected);
    return isOurs && pid === own.pid ? pid : null;
  } catch {
    // Nothing answers there, or not as a sandbox does.
    return null;
  }
}

/** A file that others may write says nothing. */
async function readIdentity(file: string): Promise<z.output<typeof identity> | null> {
  try {
    const { mode, uid } = await stat(file);
    if ((mode & 0o077) !== 0 || uid !== (process.getuid?.() ?? uid)) return null;
    return identity.parse(JSON.parse(await readFile(file, 'utf8')));
  } catch {
    return null;
  }
}
