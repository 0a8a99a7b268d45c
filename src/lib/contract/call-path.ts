/** From a row's key and input to the request's method and address. Shared by the browser's client and the server's. */

interface PathInput {
  params?: Record<string, unknown> | undefined;
  query?: Record<string, unknown> | undefined;
}

/** `{method, path}`; query values that are undefined or null are left out, lists become comma lists. */
export function callPath(key: string, input: object): { method: string; path: string } {
  const { params, query } = input as PathInput;
  const [method = '', pattern = ''] = key.split(' ');
  const path = pattern.replace(/:(\w+)/g, (_, name) => encodeURIComponent(String(params?.[name])));
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query ?? {})) if (value != null) search.set(name, String(value));
  return { method, path: search.size > 0 ? `${path}?${search}` : path };
}
