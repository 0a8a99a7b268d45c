/** `npm run shop -- COMMAND …`: the merchant's command line. Exit codes: 0 success, 1 failure, 2 usage error. */
import { mkdir } from 'node:fs/promises';
import { createInterface } from 'node:readline/promises';
import { pino } from 'pino';
import { openPurgeFeed } from '../src/server/cache/purge-feed.ts';
import { readEnv } from '../src/server/core/env.ts';
import type { Services } from '../src/server/core/services.ts';
import { ShopEventCounters } from '../src/server/core/shop-events.ts';
import { trackProgress } from '../src/server/core/track-progress.ts';
import { migrate } from '../src/server/db/migrate.ts';
import { openDatabase } from '../src/server/db/open-database.ts';
import { retryUntilReachable } from '../src/server/db/reachable.ts';
import { vacuumIfRequested } from '../src/server/db/vacuum.ts';
import { openStorage } from '../src/server/media/open-storage.ts';
import { adoptServerKeyForCommand } from '../src/server/settings/server-key.ts';
import { readSiteUrl } from '../src/server/settings/site-url.ts';
import { runCommand } from '../src/server/shop/run-command.ts';
import { BatchRecorder } from '../src/server/tracking/batch-recorder.ts';

// The reader closed the pipe (`| head`), so there is nowhere left to write.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit(0);
});

const printError = (line: string) => process.stderr.write(`${line}\n`);
const confirm = process.stdin.isTTY && process.stdout.isTTY ? askYes : undefined;
process.exitCode = await runCommand(
  process.argv.slice(2),
  { say, track: trackProgress, printError, confirm },
  async () => {
    const services = await openShop();
    return { services, close: () => services.db.close() };
  },
);

async function openShop(): Promise<Services> {
  let env = readEnv(process.env);
  await mkdir(env.DATA_DIR, { recursive: true });
  const log = pino({ level: 'silent' });
  const db = await openDatabase(env);
  try {
    if (env.DATABASE_URL) await retryUntilReachable(env.DATABASE_URL, () => migrate(db), { withinMs: 0 });
    else await migrate(db);
    await vacuumIfRequested(db, log);
    if (env.SERVER_KEY) await adoptServerKeyForCommand(db, env.SERVER_KEY);
    // The server may run with a PORT or SITE_URL that this command did not get: use the URL it recorded.
    const isNamed = Boolean(process.env.SITE_URL?.trim() || process.env.PORT?.trim());
    const served = isNamed ? null : await readSiteUrl(db);
    if (served !== null) env = { ...env, SITE_URL: served };
    const storage = openStorage(env, globalThis.fetch);
    const purges = openPurgeFeed(db, Date.now);
    return {
      env,
      db,
      purges,
      storage,
      payments: new Map(),
      addresses: null,
      visits: new BatchRecorder(db, log),
      events: new ShopEventCounters(),
      log,
      now: Date.now,
      fetch: globalThis.fetch,
    };
  } catch (error) {
    await db.close();
    throw error;
  }
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

async function askYes(question: string): Promise<boolean> {
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  try {
    return /^(y|yes)$/i.test((await terminal.question(`${question} [y/N] `)).trim());
  } finally {
    terminal.close();
  }
}
