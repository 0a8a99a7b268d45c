/**
 * Extensions of Astro work: a header set in src/middleware.ts and an integration of astro.config.mjs, in development and
 * production, from the first rendered page to the hundredth. Uses a copy of the project.
 */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, test } from '@playwright/test';
import { programEnv } from '../program-env.ts';
import { ask } from './ask.ts';
import { freePort } from './free-port.ts';
import { until } from './shop-process.ts';
import { startArguments } from './start-command.ts';

const astro = 'node_modules/astro/bin/astro.mjs';
let project: string;

// All tests share one build.
test.describe.configure({ mode: 'default' });

test.beforeAll(async () => {
  test.setTimeout(120_000);
  project = mkdtempSync(join(tmpdir(), 'atoll-extended-'));
  for (const name of [
    'src',
    'shop',
    'public',
    'package.json',
    'tsconfig.json',
    'astro.config.mjs',
    'server.ts',
  ])
    cpSync(name, join(project, name), { recursive: true });
  symlinkSync(resolve('node_modules'), join(project, 'node_modules'));
  extend();
  execFileSync(process.execPath, [astro, 'build', '--silent'], {
    cwd: project,
    env: { ...programEnv, ASTRO_TELEMETRY_DISABLED: '1', NODE_ENV: 'production' },
    stdio: 'inherit',
  });
});
test.afterAll(() => rmSync(project, { recursive: true, force: true }));

function extend(): void {
  const inProject = (file: string) => join(project, file);
  renameSync(inProject('src/middleware.ts'), inProject('src/own-middleware.ts'));
  writeFileSync(
    inProject('src/middleware.ts'),
    `import { sequence } from 'astro:middleware';
    import { onRequest as own } from './own-middleware.ts';
    let pages = 0;
    export const onRequest = sequence(async (_context, next) => {
      const response = await next();
      response.headers.set('x-middleware', String(++pages));
      return response;
    }, own);`,
  );
  writeFileSync(
    inProject('src/added.ts'),
    `export const onRequest = async (_context, next) => {
      const response = await next();
      response.headers.set('x-integration', 'acts');
      return response;
    };`,
  );
  const config = readFileSync('astro.config.mjs', 'utf8');
  const added = `{
    name: 'added',
    hooks: {
      'astro:config:setup': ({ addMiddleware }) =>
        addMiddleware({ order: 'post', entrypoint: new URL('src/added.ts', import.meta.url) }),
    },
  }`;
  const extended = config.replace('integrations: [', `integrations: [${added}, `);
  expect(extended).not.toBe(config);
  writeFileSync(inProject('astro.config.mjs'), extended);
}

/** Starts a program of the copy and requests a hundred uncached pages. @returns the headers of each */
async function rendered(words: string[], mode: 'production' | 'development'): Promise<Headers[]> {
  const [port, sandboxPort] = [await freePort(), await freePort()];
  const site = `http://localhost:${port}`;
  const own = { PORT: String(port), SANDBOX_PORT: String(sandboxPort), SITE_URL: site, NODE_ENV: mode };
  const env = {
    ...programEnv,
    ...own,
    DATA_DIR: join(project, mode),
    LOG_LEVEL: 'error',
    ASTRO_TELEMETRY_DISABLED: '1',
  };
  const program = spawn(process.execPath, words, {
    cwd: project,
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const ended = once(program, 'exit');
  try {
    await until(async () => (await ask(`${site}/robots.txt`, program)).ok, 60_000);
    const answers: Headers[] = [];
    for (let page = 1; page <= 100; page += 1) {
      const answer = await ask(`${site}/search?q=word-${page}`, program);
      expect([answer.status, (await answer.text()).includes(`word-${page}`)]).toEqual([200, true]);
      answers.push(answer.headers);
    }
    return answers;
  } finally {
    program.kill('SIGTERM');
    await ended;
  }
}

for (const [mode, words] of [
  ['production', startArguments],
  ['development', [astro, 'dev']],
] as const) {
  test(`a header of src/middleware.ts and an added integration act on each of a hundred pages in ${mode}`, {
    tag: '@all',
  }, async () => {
    test.setTimeout(120_000);
    const answers = await rendered([...words], mode);
    const counts = answers.map((headers) => Number(headers.get('x-middleware')));
    // The server rendered each page and took none from the cache.
    expect(counts.slice(1).map((count, at) => count - counts[at]!)).toEqual(Array(99).fill(1));
    expect(answers.map((headers) => headers.get('x-integration'))).toEqual(Array(100).fill('acts'));
  });
}
