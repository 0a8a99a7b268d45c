/** What the shop's pages need of Astro's build: scripts that run before paint, and how those that come later are cut. */
import type { AstroIntegration } from 'astro';
import { inlineScripts } from './inline-scripts.ts';
import { scriptGroups } from './script-groups.ts';

/** Astro's integration, for astro.config.mjs. The hashes of scripts that stand in the page go into its policy. */
export function pageScripts(): AstroIntegration {
  return {
    name: 'atoll-page-scripts',
    hooks: {
      'astro:config:setup': async ({ updateConfig, addWatchFile }) => {
        const inline = await inlineScripts();
        for (const file of inline.files) addWatchFile(file);
        updateConfig({
          security: { csp: { algorithm: 'SHA-256', scriptDirective: { hashes: inline.hashes } } },
          vite: { plugins: [inline.plugin, scriptGroups()] },
        });
      },
    },
  };
}
