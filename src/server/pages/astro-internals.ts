/**
 * Server-side workarounds for Astro internals; all other code uses only Astro's documented APIs.
 * tests/unit/server/pages/astro-internals.test.ts fails if Astro changes the internals used here.
 */
import type { IncomingMessage } from 'node:http';

/**
 * Key under which Astro's development server reads `locals` from a request. In production, `locals` are passed to the adapter
 * (astro-handler.ts).
 */
const localsSymbol = Symbol.for('astro.locals');

/** Sets `Astro.locals` for a request to the development server. */
export function setLocals(request: IncomingMessage, locals: App.Locals): void {
  Reflect.set(request, localsSymbol, locals);
}
