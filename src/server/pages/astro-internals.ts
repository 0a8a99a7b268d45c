/**
 * What Astro has no documented way for, on the server. Nothing else of ours knows more of Astro than its documentation;
 * tests/unit/server/pages/astro-internals.test.ts fails when Astro changes what stands here.
 */
import type { IncomingMessage } from 'node:http';

/** Where Astro's development server looks for a request's `locals`; the adapter is handed them (astro-handler.ts). */
const localsSymbol = Symbol.for('astro.locals');

/** Gives a request of the development server what its page finds in `Astro.locals`. */
export function setLocals(request: IncomingMessage, locals: App.Locals): void {
  Reflect.set(request, localsSymbol, locals);
}
