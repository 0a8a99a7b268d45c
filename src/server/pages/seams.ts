/**
 * What Astro and Vite have no documented way for, on the server. Nothing else of ours knows more of them than their documentation;
 * tests/unit/pages/seams.test.ts fails when they change what stands here.
 */
import type { IncomingMessage } from 'node:http';

/** Where Astro's development server looks for a request's `locals`; the adapter is handed them (astro-handler.ts). */
const localsSymbol = Symbol.for('astro.locals');

/** Gives a request of the development server what its page finds in `Astro.locals`. */
export function setLocals(request: IncomingMessage, locals: App.Locals): void {
  Reflect.set(request, localsSymbol, locals);
}

/**
 * What Vite writes around every `import()` of a build, to fetch sheets and scripts that the imported one brings along. Ours bring
 * none (script-groups.ts), and it would weigh 0.7 KB on every page.
 */
export const preloadHelper = {
  id: '\0vite/preload-helper.js',
  bare: 'export const __vitePreload = (load) => load();',
};

/** Stands in a built script that brings others along. */
export const preloadList = '__vite__mapDeps';
