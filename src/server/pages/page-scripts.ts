/** What the shop's pages need of Astro's build: scripts that run before paint, how those that come later are cut, and that it is silent. */
import type { AstroIntegration } from 'astro';
import { logHandlers } from 'astro/config';
import { inlineScripts } from './inline-scripts.ts';
import { scriptGroups } from './script-groups.ts';

/** Astro's integration, for astro.config.mjs. The hashes of scripts that stand in the page go into its policy. */
export function pageScripts(): AstroIntegration {
  return {
    name: 'atoll-page-scripts',
    hooks: {
      'astro:config:setup': async ({ command, updateConfig, addWatchFile }) => {
        const inline = await inlineScripts();
        for (const file of inline.files) addWatchFile(file);
        updateConfig({
          security: { csp: { algorithm: 'SHA-256', scriptDirective: { hashes: inline.hashes } } },
          vite: { plugins: [inline.plugin, scriptGroups()] },
          // Built pages and their adapter would write whole addresses to the log, with what opens an order in them. The
          // server's own log tells of every render that fails (src/middleware.ts, process/serve.ts).
          ...(command === 'build' && { logger: logHandlers.console({ level: 'silent' }) }),
        });
      },
    },
  };
}
