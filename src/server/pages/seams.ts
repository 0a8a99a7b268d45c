/**
 * What Astro and its adapter have no documented way for, on the server. Nothing else of ours knows more of Astro than its documentation;
 * tests/unit/pages/seams.test.ts fails when Astro changes what stands here.
 */
import type { IncomingMessage } from 'node:http';

/** Where Astro's development server looks for a request's `locals`; the adapter is handed them (astro-handler.ts). */
const localsSymbol = Symbol.for('astro.locals');

/** Gives a request of the development server what its page finds in `Astro.locals`. */
export function setLocals(request: IncomingMessage, locals: App.Locals): void {
  Reflect.set(request, localsSymbol, locals);
}

/**
 * Loads the built pages without the listener that the adapter adds to the process: it writes whole addresses to the log,
 * with what opens an order in them. process/serve.ts tells the log of all such failures.
 * @param load what adds it; when something else was added meanwhile, all stay
 */
export async function withoutRejectionListener<Loaded>(load: () => Promise<Loaded>): Promise<Loaded> {
  const before = process.listeners('unhandledRejection');
  const loaded = await load();
  const [added, ...others] = process
    .listeners('unhandledRejection')
    .filter((listener) => !before.includes(listener));
  if (added && others.length === 0) process.off('unhandledRejection', added);
  return loaded;
}
