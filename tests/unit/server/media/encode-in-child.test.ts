/** The process that encodes image variants in the background: its priority, and that it always ends. */
import { type ChildProcess, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { constants, getPriority, setPriority } from 'node:os';
import { text } from 'node:stream/consumers';
import sharp from 'sharp';
import { afterEach, expect, it, vi } from 'vitest';
import type { ImageVariant } from '#server/media/encode-image-variant.ts';
import { encodeInChild } from '#server/media/encode-in-child.ts';

// A child of low priority starts late on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

vi.mock('node:child_process', { spy: true });
vi.mock('node:os', { spy: true });

/** The second variant takes long enough to be in progress when the first one arrives. */
const forms: ImageVariant[] = [
  { width: 16, format: 'webp' },
  { width: 640, format: 'avif' },
];
const original = await sharp({ create: { width: 640, height: 640, channels: 3, background: '#8ba297' } })
  .png()
  .toBuffer();

const programs: ChildProcess[] = [];
afterEach(() => {
  for (const program of programs.splice(0)) program.kill('SIGKILL');
});

/** Starts a child and waits for its first variant. */
async function begin(signal = new AbortController().signal) {
  const answers = encodeInChild({ original, forms, isQuick: false }, signal);
  expect((await answers.next()).value).toMatchObject({ width: 16 });
  const child = vi.mocked(fork).mock.results.at(-1)!.value as ChildProcess;
  programs.push(child);
  return { answers, child, ended: once(child, 'exit') };
}

/** Starts a program that prints something and may keep running. */
function run(script: string, ...words: string[]): ChildProcess {
  const program = spawn('/bin/sh', ['-c', script, process.execPath, ...words], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  programs.push(program);
  return program;
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

it('has a low priority, and ends when no more is wanted of it', async () => {
  const { answers, child, ended } = await begin();
  expect(getPriority(child.pid!)).toBe(constants.priority.PRIORITY_BELOW_NORMAL);
  await answers.return(undefined);
  expect(await ended).toEqual([null, 'SIGKILL']);
});

it('works on where its priority cannot be set', async () => {
  vi.mocked(setPriority).mockImplementationOnce(() => {
    throw Object.assign(new Error('permission denied'), { code: 'EPERM' });
  });
  const { answers, ended } = await begin();
  await answers.return(undefined);
  await ended;
});

it('ends in the middle of a form when it is told to stop', async () => {
  const stop = new AbortController();
  const { answers, ended } = await begin(stop.signal);
  stop.abort();
  await expect(answers.next()).rejects.toThrow('aborted');
  expect(await ended).toEqual([null, 'SIGKILL']);
});

it('hears no signal that tells a whole group of processes to stop: the shop does so itself', async () => {
  const { answers, child } = await begin();
  for (const signal of ['SIGTERM', 'SIGINT'] as const) child.kill(signal);
  expect((await answers.next()).value).toMatchObject({ width: 640 });
  await answers.return(undefined);
});

it('does not outlive a shop that is killed', async () => {
  const shop = run(
    `exec "$0" --input-type=module --eval "$1" "$2"`,
    `
      import childProcess from 'node:child_process';
      import { syncBuiltinESMExports } from 'node:module';
      const { fork } = childProcess;
      let encoder;
      childProcess.fork = (...begun) => (encoder = fork(...begun));
      syncBuiltinESMExports();
      const { encodeInChild } = await import('./src/server/media/encode-in-child.ts');
      const original = Buffer.from(process.argv[1], 'base64');
      const answers = encodeInChild({ original, forms: ${JSON.stringify(forms)}, isQuick: false }, new AbortController().signal);
      await answers.next();
      console.log(encoder.pid);
      await answers.next();
    `,
    original.toString('base64'),
  );
  const [pid] = (await once(shop.stdout!, 'data')).map(Number);
  expect(isRunning(pid!)).toBe(true);
  shop.kill('SIGKILL');
  await vi.waitFor(() => expect(isRunning(pid!)).toBe(false), 10_000);
});

it('says why when it cannot begin', async () => {
  const shop = run(
    `ulimit -n 64 && exec "$0" --input-type=module --eval "$1"`,
    `
      import { openSync } from 'node:fs';
      import { encodeInChild } from './src/server/media/encode-in-child.ts';
      try {
        for (;;) openSync('/dev/null');
      } catch {}
      const answers = encodeInChild({ original: Buffer.of(), forms: [], isQuick: true }, new AbortController().signal);
      await answers.next().catch(({ message }) => console.log(message));
    `,
  );
  expect(await text(shop.stdout!)).toMatch(/^spawn .* EMFILE\n$/);
});
