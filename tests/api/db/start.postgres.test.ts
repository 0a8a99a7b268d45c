/** The error message and exit code of a process that cannot use its database. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, inject, test } from 'vitest';
import { programEnv } from '../../program-env.ts';
import { closeAtEnd } from '../harness/clean-up.ts';
import { databaseUrl } from '../harness/test-server.ts';

const root = new URL('../../..', import.meta.url).pathname;

test.each([
  ['server.ts', '1'],
  ['server.ts', '2'],
  ['scripts/shop.ts', '1'],
])(
  '%s with WORKERS=%s and a database that does not exist ends at once with 1 and one sentence',
  async (file, workers) => {
    const folder = mkdtempSync(join(tmpdir(), 'atoll-start-'));
    closeAtEnd(async () => rmSync(folder, { recursive: true, force: true }));
    const env = {
      ...programEnv,
      DATABASE_URL: databaseUrl(inject('postgresUrl'), 'there_is_none'),
      DATA_DIR: folder,
      WORKERS: workers,
      PAYMENTS: 'off',
    };
    const child = spawn(process.execPath, [join(root, file), 'stock', 'x', '1'], { env, cwd: root });
    const [said, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')]);
    expect(said.trim()).toMatch(
      /^DATABASE_URL: PostgreSQL at \S+:\d+ rejects the connection: database "there_is_none" does not exist$/,
    );
    expect(code).toBe(1);
  },
);
