/**
 * Scripts that stand in the page itself, because they must run before paint. Each `src/inline/NAME.ts` is bundled and
 * minified once; a page writes it with
 *
 *   import source from 'inline:NAME';
 *   <script is:inline set:html={source} />
 *
 * and its hash is in the page's Content-Security-Policy, so nothing else inline runs.
 */
import { createHash } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { build, type Plugin } from 'vite';

const folder = new URL('../../inline/', import.meta.url);

export interface InlineScripts {
  /** `'sha256-…'` sources of all scripts. */
  hashes: `sha256-${string}`[];
  /** Serves `inline:NAME` as a module whose default export is the script's text. */
  plugin: Plugin;
  files: URL[];
}

export async function inlineScripts(): Promise<InlineScripts> {
  const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.ts'));
  const sources = new Map<string, string>(
    await Promise.all(
      names.map(async (name) => [`inline:${name.slice(0, -3)}`, await bundle(name)] as const),
    ),
  );
  return {
    hashes: [...sources.values()].map((source) => `sha256-${sha256(source)}` as const),
    files: names.map((name) => new URL(name, folder)),
    plugin: {
      name: 'atoll-inline-scripts',
      resolveId: (id) => (sources.has(id) ? `\0${id}` : null),
      load: (id) => {
        const source = id.startsWith('\0inline:') ? sources.get(id.slice(1)) : undefined;
        return source === undefined ? null : `export default ${JSON.stringify(source)};`;
      },
    },
  };
}

/** One script as a single expression without exports; throws when it would end the script element early. */
async function bundle(name: string): Promise<string> {
  const result = await build({
    configFile: false,
    logLevel: 'error',
    build: {
      write: false,
      target: 'es2022',
      lib: { entry: fileURLToPath(new URL(name, folder)), formats: ['iife'], name: '_' },
    },
  });
  const output = (Array.isArray(result) ? result[0] : result) as { output: { code: string }[] };
  const code = output.output[0]?.code.trim() ?? '';
  if (/<\/script|<!--/i.test(code))
    throw new Error(`src/inline/${name} contains text that ends a script element.`);
  return code;
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('base64');
}
