/**
 * Leaves `import()` as it is written. Vite hands each to a helper with a list of what the script brings along; in pages
 * that load few of them the lists weigh more than they hasten.
 */
import type { Plugin } from 'vite';

/** Where Vite keeps its helper. */
const helper = '\0vite/preload-helper.js';

export function plainImports(): Plugin {
  return {
    name: 'atoll-plain-imports',
    enforce: 'pre',
    apply: 'build',
    config: () => ({ build: { modulePreload: false } }),
    load: (id) => (id === helper ? 'export const __vitePreload = (load) => load();' : null),
    generateBundle(_options, bundle) {
      for (const chunk of Object.values(bundle)) {
        // Only style sheets are listed now, and nothing here would fetch them.
        if (chunk.type === 'chunk' && chunk.code.includes('__vite__mapDeps')) {
          this.error(
            `${chunk.fileName} imports a script with a style sheet: take the sheet into the page's or fetch it by its address.`,
          );
        }
      }
    },
  };
}
