/** By what the shop knows its sandbox again: a secret of this process, stored where only its user can read it. */
import { createHmac, randomBytes } from 'node:crypto';
import { renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export interface Identity {
  /** Proves to know the secret. */
  prove(challenge: string): string;
  /** Leaves process id and secret in the folder, to be called once the port is this process's. */
  write(): void;
}

/** @param port in the file's name, so that two shops may share a folder */
export function newIdentity(folder: string, port: number): Identity {
  const secret = randomBytes(32).toString('hex');
  const file = join(folder, `process-${port}.json`);
  return {
    prove: (challenge) => createHmac('sha256', secret).update(challenge).digest('hex'),
    write() {
      const draft = `${file}.${process.pid}`;
      writeFileSync(draft, JSON.stringify({ pid: process.pid, secret }), { mode: 0o600 });
      renameSync(draft, file);
    },
  };
}
