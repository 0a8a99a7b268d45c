/**
 * Applies the recipes of docs/develop/recipes to a copy of the project and tests the result. A fenced block names its file
 * after the language: `diff` changes that file, any other language writes it. `sh` blocks are executed.
 */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startArguments } from '../e2e/start-command.ts';
import { programEnv } from '../program-env.ts';
import { changed, recipes } from './read-recipes.ts';

const port = Number(process.env.E2E_PORT ?? 4380) + 50;
const site = `http://localhost:${port}`;
const root = mkdtempSync(join(tmpdir(), 'atoll-recipes-'));
const env = {
  ...programEnv,
  PATH: `${join(root, 'node_modules/.bin')}:${process.env.PATH}`,
  HOME: root,
  ASTRO_TELEMETRY_DISABLED: '1',
};
let stop = async () => {};

/** Runs a program in the copy. @throws Error with the program's output if it fails */
async function run(program: string, ...args: string[]): Promise<void> {
  const child = spawn(program, args, { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (said += chunk));
  const [code] = (await once(child, 'close')) as [number | null];
  if (code !== 0) throw new Error(`${program} ${args.join(' ')} ended with ${code}:\n${said.slice(-4000)}`);
}

const text = async (path: string): Promise<string> => (await fetch(site + path)).text();
const json = async (path: string): Promise<{ code: number; data: unknown }> =>
  (await (await fetch(site + path)).json()) as { code: number; data: unknown };

beforeAll(async () => {
  const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { encoding: 'utf8' });
  for (const file of files.split('\n').filter(Boolean)) cpSync(file, join(root, file));
  symlinkSync(join(process.cwd(), 'node_modules'), join(root, 'node_modules'));
  await run('git', 'init', '--quiet');

  for (const recipe of recipes) {
    for (const { language, file, content } of recipe.blocks) {
      const path = join(root, file);
      if (language === 'sh') await run('sh', '-c', content);
      else if (language === 'diff') writeFileSync(path, changed(readFileSync(path, 'utf8'), content, file));
      else {
        mkdirSync(dirname(path), { recursive: true });
        writeFileSync(path, content);
      }
    }
  }
  await run('node', 'scripts/setup.mjs', '--build');

  const shop = spawn('node', startArguments, {
    cwd: root,
    env: {
      ...env,
      PORT: String(port),
      SITE_URL: site,
      LOG_LEVEL: 'error',
      ACMEPAY_KEY: 'a-key',
      WARM_IMAGES: '0',
    },
    stdio: 'inherit',
  });
  const ended = once(shop, 'close');
  stop = async () => {
    shop.kill('SIGTERM');
    await ended;
  };
  await vi.waitFor(async () => expect((await fetch(`${site}/readyz`)).status).toBe(200), { timeout: 60_000 });
}, 300_000);

afterAll(async () => {
  await stop();
  rmSync(root, { recursive: true, force: true });
}, 60_000);

describe('after all recipes', () => {
  it(
    'types hold',
    () =>
      Promise.all([
        run('tsc', '--noEmit'),
        run('astro', 'check', '--minimumSeverity', 'error', '--tsconfig', 'tsconfig.pages.json'),
      ]),
    180_000,
  );

  it('lint and the rules of the house hold', async () => {
    await run(
      'biome',
      'check',
      '--vcs-enabled=false',
      '--diagnostic-level=error',
      ...recipes.flatMap(({ blocks }) => blocks.map(({ file }) => file).filter(Boolean)),
    );
    await run(
      'vitest',
      'run',
      '--project',
      'unit-*',
      'tests/unit/conventions',
      'tests/unit/islands/every-island.test.tsx',
      'tests/unit/lib',
      'tests/unit/client',
      'tests/unit/components',
      'tests/unit/server/bag',
      'tests/unit/server/cache',
      'tests/unit/server/pages',
      'tests/unit/server/promotions',
      'tests/unit/server/storefront',
    );
    await run(
      'vitest',
      'run',
      '--project',
      'api-sqlite',
      'tests/api/content',
      'tests/api/api/served-rows.test.ts',
      'tests/api/promotions/apply.test.ts',
    );
  }, 180_000);

  it('the section stands on the home page', async () => {
    expect(await text('/')).toContain('Back from the kiln on Friday');
  });

  it('the endpoint answers, and is in the reference', async () => {
    expect(await json('/api/v1/storefront/article-count')).toMatchObject({ code: 0, data: { total: 3 } });
    expect(await text('/api/openapi.json')).toContain('/api/v1/storefront/article-count');
  });

  it('the page is served, and kept', async () => {
    expect(await text('/latest')).toMatch(/<h1[^>]*>Latest from the journal<\/h1>/);
    const again = await fetch(`${site}/latest`);
    expect([again.status, again.headers.get('cache-control')]).toEqual([
      200,
      expect.stringContaining('s-maxage'),
    ]);
    expect(await text('/de/latest')).toContain('Neues aus dem Journal');
  });

  it('the island stands asleep on the home page, and on no other', async () => {
    expect(await text('/')).toMatch(/<astro-island[^>]*Greeting/);
    expect(await text('/latest')).not.toContain('Greeting');
  });

  it('the promotion of the new kind has its page', async () => {
    expect(await text('/promotions/off-each-piece-of-linen')).toContain('off each piece of linen');
  });

  it('the payment method is offered', async () => {
    const { data } = await json('/pay/config');
    expect(data).toMatchObject([{ method: 'acmepay', provider: 'acmepay', test_mode: false }]);
  });

  it('the language is served', async () => {
    const home = await text('/fr');
    expect(home).toContain('<html lang="fr"');
    expect(home).toContain('Aller au contenu');
  });
});
