import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { afterEach, describe, expect, it } from 'vitest';

const children: ChildProcess[] = [];
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
});

/** Starts a process that opens its log and runs `work`. */
function run(work: string): ChildProcess {
  const log = new URL('../../../../src/server/process/log.ts', import.meta.url).href;
  const script = `const { log, plain } = (await import('${log}')).openLog({ LOG_LEVEL: 'info' }); ${work}`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.push(child);
  return child;
}

describe('the log', () => {
  it('lets a line out though no others follow, and the next one after a rest', async () => {
    const child = run(
      `process.on('SIGUSR2', () => log.info('second')); setInterval(() => {}, 60_000); log.info('first')`,
    );
    const [first] = await once(child.stdout!, 'data');
    expect(String(first)).toContain('"msg":"first"');
    child.kill('SIGUSR2');
    const [second] = await once(child.stdout!, 'data');
    expect(String(second)).toContain('"msg":"second"');
  });

  it('loses nothing when the process ends', async () => {
    const child = run(`log.info('last words'); process.exit(0)`);
    let said = '';
    child.stdout?.on('data', (chunk) => {
      said += String(chunk);
    });
    await once(child, 'close');
    expect(said).toContain('"msg":"last words"');
  });

  it('has the version in each line, and the request id where a request caused it', async () => {
    const ids = new URL('../../../../src/server/core/request-id.ts', import.meta.url).href;
    const child = run(`
      const { withRequestId } = await import('${ids}');
      withRequestId('id-1', () => log.info('api request failed'));
      log.warn('job failed');
      plain.info({ status: 200 });
    `);
    let output = '';
    child.stdout?.on('data', (chunk) => {
      output += String(chunk);
    });
    await once(child, 'close');
    const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
    const lines = output.trim().split('\n');
    expect(lines.map((line) => JSON.parse(line) as object)).toMatchObject([
      { version, msg: 'api request failed', requestId: 'id-1' },
      { version, msg: 'job failed' },
      { version, status: 200 },
    ]);
    expect(lines.map((line) => line.includes('requestId'))).toEqual([true, false, false]);
  });
});
