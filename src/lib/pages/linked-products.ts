/** Goods that a text speaks of. Pure. */

const link = /\shref="\/products\/([^"?#/]+)["?#]/g;

/**
 * Products that a merchant's text links to, in its order, each once.
 * @param html sanitised: its attributes stand in double quotes
 * @returns handles, `most` at most
 */
export function linkedProducts(html: string, most: number): string[] {
  const handles = [...html.matchAll(link)].map(([, handle]) => decoded(handle!));
  return [...new Set(handles)].slice(0, most);
}

function decoded(handle: string): string {
  try {
    return decodeURIComponent(handle);
  } catch {
    // As it is written it is the handle of nothing.
    return handle;
  }
}
