/** How a row is called over HTTP. Shared by the browser's client and the server's. */
import type { CallData, CallInput, Envelope } from './endpoint.ts';
import type { EndpointKey, Endpoints } from './table.ts';

export interface CallOptions {
  signal?: AbortSignal;
  /** Outlives the page: for what is sent while it is left. */
  keepalive?: boolean;
  /** false: a 10110 is only answered, the shopper stays where they are (R25). */
  jumpLogin?: boolean;
  /** Milliseconds until the call is given up. */
  timeout?: number;
}

/** The browser's client (client/api/api.ts), for rules that are handed it. */
export type CallApi = <Key extends EndpointKey>(
  key: Key,
  input?: CallInput<Endpoints[Key]>,
  options?: CallOptions,
) => Promise<Envelope<CallData<Endpoints[Key]>>>;

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
