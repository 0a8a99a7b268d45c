/** Puts our way of writing pages in the place of Astro's when they are built (decision 0086). In development Astro's stays. */
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const runtime = fileURLToPath(new URL('./compiler-runtime.ts', import.meta.url));
const page = fileURLToPath(new URL('./finished-page.ts', import.meta.url));

export function writePagesAtOnce(): Plugin {
  return {
    name: 'atoll-pages-at-once',
    enforce: 'pre',
    apply: 'build',
    resolveId(source, importer = '') {
      if (source === 'astro/compiler-runtime') return runtime;
      const asksForPage =
        /(?:^|\/)page\.js$/.test(source) && importer.endsWith('/astro/dist/runtime/server/render/index.js');
      return asksForPage ? page : null;
    },
  };
}
