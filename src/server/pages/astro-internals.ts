/**
 * Server-side workarounds for Astro internals; all other code uses only Astro's documented interfaces.
 * tests/unit/server/pages/astro-internals.test.ts fails when Astro changes them.
 */
import type { IncomingMessage } from 'node:http';

/** Key of `locals` on a request to Astro's development server; in production the adapter receives them (astro-handler.ts). */
const localsSymbol = Symbol.for('astro.locals');

/** Sets `Astro.locals` for a request of the development server. */
export function setLocals(request: IncomingMessage, locals: App.Locals): void {
  Reflect.set(request, localsSymbol, locals);
}
