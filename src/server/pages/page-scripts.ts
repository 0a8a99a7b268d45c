/**
 * Astro integration that adds inline scripts which run before first paint, groups scripts into chunks, and silences the build's
 * logger.
 */

import { createHash } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';
import { logHandlers } from 'astro/config';
import { build, type Plugin } from 'vite';
import { viewTransitionCss } from '#lib/pages/view-transition.ts';
import { scriptGroups } from './script-groups.ts';

const folder = new URL('../../client/inline/', import.meta.url);

interface InlineScripts {
  hashes: `sha256-${string}`[];
  /** Resolves `inline:NAME` to a module whose default export is the source of the script. */
  plugin: Plugin;
  files: URL[];
}

/**
 * Bundles and minifies each `src/client/inline/NAME.ts` once. A page includes it with `import source from 'inline:NAME'` and
 * `<script is:inline set:html={source} />`; the page's Content-Security-Policy contains the hash.
 */
async function inlineScripts(): Promise<InlineScripts> {
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

/** Bundles one script as an expression without exports. @throws Error if its source would end the script element early */
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
    throw new Error(`src/client/inline/${name} contains text that ends a script element.`);
  return code;
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('base64');
}

/** Returns the integration for astro.config.mjs. It also adds the hashes of the inline scripts to the Content-Security-Policy. */
export function pageScripts(): AstroIntegration {
  return {
    name: 'atoll-page-scripts',
    hooks: {
      'astro:config:setup': async ({ command, updateConfig, addWatchFile }) => {
        const inline = await inlineScripts();
        for (const file of inline.files) addWatchFile(file);
        updateConfig({
          security: {
            csp: {
              algorithm: 'SHA-256',
              scriptDirective: { hashes: inline.hashes },
              styleDirective: { hashes: [`sha256-${sha256(viewTransitionCss)}`] },
            },
          },
          vite: { plugins: [inline.plugin, scriptGroups()] },
          // Astro's logger would log full URLs in production, including tokens that give access to orders. Our own log records
          // every failed render (src/middleware.ts, process/serve.ts).
          ...(command === 'build' && { logger: logHandlers.console({ level: 'silent' }) }),
        });
      },
    },
  };
}
