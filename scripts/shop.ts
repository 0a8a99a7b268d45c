/** `npm run shop -- COMMAND …`: what a merchant does from the command line. Ends with 0 done, 1 failed, 2 written wrongly. */
import { mkdir } from 'node:fs/promises';
import { pino } from 'pino';
import { openPurgeFeed } from '../src/server/cache/purge-feed.ts';
import { readEnv } from '../src/server/core/env.ts';
import type { Services } from '../src/server/core/services.ts';
import { migrate } from '../src/server/db/migrate.ts';
import { openDatabase } from '../src/server/db/open-database.ts';
import { whenReachable } from '../src/server/db/reachable.ts';
import { wipeIfDue } from '../src/server/db/wipe.ts';
import { openStorage } from '../src/server/media/open-storage.ts';
import { borrowServerKey } from '../src/server/settings/server-key.ts';
import { BadUsage, type Call } from '../src/server/shop/command.ts';
import { commands } from '../src/server/shop/commands.ts';
import { BatchRecorder } from '../src/server/tracking/batch-recorder.ts';

// The reader has closed the pipe (`| head`): nothing is left to report to.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit(0);
});

const [name = 'help', ...rest] = process.argv.slice(2);
process.exitCode = await main(name, rest);

async function main(name: string, rest: string[]): Promise<number> {
  if (['help', '--help', '-h'].includes(name)) {
    process.stdout.write(help());
    return 0;
  }
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (!command) {
    process.stderr.write(`There is no command "${name}".\n\n${help()}`);
    return 2;
  }
  const switches = new Map(
    rest.flatMap((word) => {
      const [, given, value = ''] = /^--([^=]*)(?:=(.*))?$/s.exec(word) ?? [];
      return given === undefined ? [] : [[given, value] as const];
    }),
  );
  const words = rest.filter((word) => !word.startsWith('--'));
  const unknown = [...switches.keys()].find((given) => !command.switches?.includes(given));
  if (switches.has('help')) {
    process.stdout.write(`npm run shop -- ${command.usage}\n  ${command.summary}\n`);
    return 0;
  }
  try {
    if (unknown !== undefined) throw new BadUsage(`There is no switch --${unknown} here.`);
    const services = command.needsShop === false ? null : await openShop();
    try {
      const call = { words, switches, say, note, services: services as Services } satisfies Call;
      return (await command.run(call)) ? 0 : 1;
    } finally {
      await services?.db.close();
    }
  } catch (error) {
    note('');
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    if (!(error instanceof BadUsage)) return 1;
    process.stderr.write(`\nnpm run shop -- ${command.usage}\n`);
    return 2;
  }
}

async function openShop(): Promise<Services> {
  const env = readEnv(process.env);
  await mkdir(env.DATA_DIR, { recursive: true });
  const log = pino({ level: 'silent' });
  const db = await openDatabase(env);
  try {
    if (env.DATABASE_URL) await whenReachable(env.DATABASE_URL, () => migrate(db), { withinMs: 0 });
    else await migrate(db);
    await wipeIfDue(db, log);
    if (env.SERVER_KEY) await borrowServerKey(db, env.SERVER_KEY);
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
      log,
      now: Date.now,
      fetch: globalThis.fetch,
    };
  } catch (error) {
    await db.close();
    throw error;
  }
}

function help(): string {
  const entries = Object.values(commands);
  const width = Math.max(...entries.map((command) => command.usage.length));
  const lines = entries.map((command) => `  ${command.usage.padEnd(width)}  ${command.summary}`);
  return `npm run shop -- COMMAND\n\n${lines.join('\n')}\n\nThe shop is the one of DATA_DIR, or of DATABASE_URL and STORAGE_URL.\n`;
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

function note(line: string): void {
  if (process.stderr.isTTY) process.stderr.write(`\r\u001b[K${line}`);
}
