/** Conventions that no linter checks. dependency-cruiser checks the imports between .ts files. */
import { globSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import * as codes from '#lib/contract/codes.ts';
import { trackingEndpoints } from '#lib/contract/tracking.ts';

const astroFiles = globSync('src/**/*.astro');
const scripts = globSync('src/**/*.{ts,tsx}');

function codeOf(file: string): string {
  return readFileSync(file, 'utf8').replace(/\/\*[\s\S]*?\*\/|\/\/.*/g, '');
}

describe('structure', () => {
  it('lets pages reach the server through Astro.locals only', () => {
    const offending = astroFiles.filter((file) =>
      /^\s*import\s+(?!type\b)[^;]*?['"](?:#server\/|[./]+\/(?:server|sandbox)\/)/m.test(
        readFileSync(file, 'utf8'),
      ),
    );
    expect(offending).toEqual([]);
  });

  const architecture = readFileSync('docs/architecture.md', 'utf8');
  const folders = [...architecture.matchAll(/^\| `src\/(\w+)\/` \|.*\| ([\w, ]*?) ?\|$/gm)];

  it.each(folders.map(([, folder = '', uses = '']) => ({ folder, uses })))(
    'src/$folder uses what docs/architecture.md says',
    ({ folder, uses }) => {
      const found = new Set<string>();
      for (const file of globSync(`src/${folder}/**/*.{astro,ts,tsx}`)) {
        for (const [, from = ''] of codeOf(file).matchAll(
          /\b(?:from|import)[\s(]*['"]((?:#\w+|\.{1,2})\/[^'"]+)['"]/g,
        )) {
          const target = from.startsWith('#') ? `src/${from.slice(1)}` : join(dirname(file), from);
          const [top, other = ''] = target.split(/[\\/]/);
          if (top === 'src' && other !== folder) found.add(other);
        }
      }
      expect([...found].sort().join(', ')).toBe(uses);
    },
  );

  it('says in docs/architecture.md what every folder of src uses, and which layers src/server has', async () => {
    const inSrc = readdirSync('src', { withFileTypes: true }).filter((entry) => entry.isDirectory());
    expect(folders.map(([, folder]) => folder).sort()).toEqual(inSrc.map(({ name }) => name).sort());
    const cruiser = '../../../.dependency-cruiser.mjs';
    const { serverLayers } = (await import(cruiser)) as { serverLayers: string[][] };
    const [, table = ''] = /^## Layers\n(.*?)^Four places/ms.exec(architecture) ?? [];
    const rows = [...table.matchAll(/^\| ((?:`[\w-]+` )+)\|/gm)];
    expect(rows.map(([, names = '']) => names.match(/[\w-]+/g))).toEqual(serverLayers);
  });

  it('exports with memo() what pages render of React: @astrojs/react renders other functions twice, once only to see what they are', () => {
    const offending = astroFiles.flatMap((file) =>
      [...codeOf(file).matchAll(/import ([^;']+) from '#islands\/([^']+\.tsx)'/g)].flatMap(
        ([, names = '', from = '']) => {
          const code = readFileSync(`src/islands/${from}`, 'utf8');
          const components = names.match(/\b[A-Z]\w*/g) ?? [];
          const isMemo = (name: string) =>
            new RegExp(
              names.startsWith('{') ? `export const ${name} = memo\\(` : 'export default memo\\(',
            ).test(code);
          return components.filter((name) => !isMemo(name)).map((name) => `${file}: ${name}`);
        },
      ),
    );
    expect(offending).toEqual([]);
  });

  it('has no style attribute in server-rendered HTML: the security policy would drop it', () => {
    const offending = astroFiles.filter((file) => /<[a-z][^>]*\sstyle[=:]/i.test(readFileSync(file, 'utf8')));
    expect(offending).toEqual([]);
  });

  it('takes fast-check from tests/fast-check.ts, which knows the case counts and the seed of the run', () => {
    const offending = globSync('tests/**/*.{ts,tsx}').filter(
      (file) =>
        file !== 'tests/fast-check.ts' && /from\s+['"]fast-check['"]/.test(readFileSync(file, 'utf8')),
    );
    expect(offending).toEqual([]);
  });

  it('lets browser tests skip nothing and take their ports from one list (docs/decisions/22-tests.md)', () => {
    const offending = globSync('tests/e2e/*.spec.ts').filter((file) =>
      /\btest\.(?:skip|fixme)\b|E2E_PORT/.test(codeOf(file)),
    );
    expect(offending).toEqual([]);
  });

  it('keeps the DOM out of lib, and what the browser keeps: both are src/client’s', () => {
    const touches =
      /\b(?:window|navigator|localStorage|sessionStorage|history)\b|\b(?:document|location)\.(?!\w+:)|\b(?:addEventListener|dispatchEvent|matchMedia|requestAnimationFrame|alert)\(|\b(?:HTML\w*Element|ParentNode|(?:Intersection|Mutation|Resize)Observer)\b/;
    const code = (file: string) => codeOf(file).replace(/'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"/g, "''");
    expect(globSync('src/lib/**/*.ts').filter((file) => touches.test(code(file)))).toEqual([]);
    expect(globSync('src/client/**/*.ts').filter((file) => touches.test(code(file))).length).toBeGreaterThan(
      20,
    );
  });

  it('makes every folder of src/sections a section: its schema and its component, named as the folder is', () => {
    const folders = readdirSync('src/sections', { withFileTypes: true }).filter((entry) =>
      entry.isDirectory(),
    );
    for (const { name } of folders) {
      const component = name.replace(/(?:^|-)([a-z])/g, (_, letter: string) => letter.toUpperCase());
      expect(globSync(`src/sections/${name}/{schema.ts,*.astro}`).sort()).toEqual([
        `src/sections/${name}/${component}.astro`,
        `src/sections/${name}/schema.ts`,
      ]);
    }
    expect(folders.length).toBeGreaterThan(10);
  });

  it('has one live region a page, the layout’s, in which everything is said', () => {
    const kinds = '(?:status|alert|log|polite|assertive)';
    const region = new RegExp(
      `(?:role|aria-live)(?:=[{"']+|', ')${kinds}['"]|aria(?:Live|Role)\\b|<output\\b`,
    );
    const offending = globSync(
      'src/{client,components,islands,layouts,lib,pages,sections}/**/*.{astro,ts,tsx}',
    ).filter((file) => region.test(codeOf(file)));
    expect(offending.sort()).toEqual(['src/layouts/Checkout.astro', 'src/layouts/Shop.astro']);
  });

  it('has no barrels: a file that only passes on what others export', () => {
    const offending = scripts.filter((file) => {
      const statements = codeOf(file)
        .split(/;\s*\n?/)
        .filter((statement) => statement.trim() !== '');
      return (
        statements.length > 0 &&
        statements.every((statement) => /^\s*export\b[\s\S]*\bfrom\s*['"]/.test(statement))
      );
    });
    expect(offending).toEqual([]);
  });

  it('tells what shoppers do in one place, which is silent where a page is only looked at [EDIT-02, EDIT-04]', () => {
    const rows = ['POST /api/v1/cart/add/event', ...Object.keys(trackingEndpoints)].join('|');
    const around = new RegExp(`sendBeacon|(?<!track\\(\\s*)['"](?:${rows})['"]`);
    const offending = globSync('src/{lib,islands,client}/**/*.{ts,tsx}').filter(
      (file) =>
        !/^src[/\\](?:lib[/\\]contract[/\\]|client[/\\]tracking[/\\]track\.ts$)/.test(file) &&
        around.test(codeOf(file)),
    );
    expect(offending).toEqual([]);
  });

  it('writes a line of text and its colour or thickness in longhands: WebKit drops a shorthand of more than the line', () => {
    const rules = globSync('src/**/*.css').flatMap((file) =>
      (codeOf(file).match(/[^{}]*\{[^{}]*\}/g) ?? []).map((rule) => `${file}: ${rule.trim()}`),
    );
    // The minifier merges `text-decoration` with its longhands into one shorthand.
    const offending = rules.filter((rule) =>
      /text-decoration:(?!\s*(?:none|underline|line-through);)|text-decoration:[\s\S]*text-decoration-(?:color|thickness|style)|text-decoration-(?:color|thickness|style)[\s\S]*text-decoration:/.test(
        rule,
      ),
    );
    expect(rules.length).toBeGreaterThan(500);
    expect(offending).toEqual([]);
  });

  it('places boxes by logical sides, so that they change sides in languages that are written from right to left', () => {
    const declarations = globSync('src/**/*.css').flatMap((file) =>
      [...codeOf(file).matchAll(/(?<![\w-])inset:([^;}]*)/g)].map((found) => ({
        file,
        value: found[1]!.trim(),
      })),
    );
    const offending = declarations.filter(({ value }) => {
      const [, right, , left = right] = value.match(/(?:[\w-]+\((?:[^()]|\([^()]*\))*\)|[^\s()]+)/g) ?? [];
      return right !== left;
    });
    expect(declarations.length).toBeGreaterThan(20);
    expect(offending).toEqual([]);
  });

  it('takes of Astro what is documented; the rest stands in two files of seams', () => {
    // The linter checks imports (biome.json); these names are reachable without one.
    const undocumented =
      /Symbol\.for\(\s*['"`]astro|['"`]astro:[a-z]+-|\b_handle\b|\/astro\/dist\/|@astrojs\/[\w-]+\/dist|\balias\s*:/;
    const sources = globSync('{src,scripts,bench}/**/*.{ts,tsx,mjs,astro}').concat(globSync('*.{ts,mjs}'));
    const offending = sources.filter((file) => undocumented.test(codeOf(file)));
    expect(offending.map((file) => file.replaceAll('\\', '/')).sort()).toEqual([
      'src/client/intent/astro-internals.ts',
      'src/server/pages/astro-internals.ts',
    ]);
  });

  it('names the codes of answers in one file: elsewhere none stands as a number [R50]', () => {
    const number = new RegExp(
      `(?<![\\w.'"|])(?:${Object.values(codes).filter(Boolean).join('|')})(?![\\w.'"])`,
    );
    const offending = globSync('src/**/*.{ts,tsx,astro}').filter((file) =>
      number.test(codeOf(file).replace(/summary:\s*(?:'[^']*'|"[^"]*")/g, '')),
    );
    expect(offending).toEqual(['src/lib/contract/codes.ts']);
  });

  it('reads the environment in one place', () => {
    const allowed = /^src[/\\](?:sandbox[/\\]|server[/\\](?:pages|process)[/\\])/;
    const offending = scripts.filter((file) => !allowed.test(file) && /process\.env\b/.test(codeOf(file)));
    expect(offending).toEqual([]);
  });
});
