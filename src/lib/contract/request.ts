/** Builds HTTP requests to the endpoints of the API contract. Shared by the API clients of browser and server. */
import type { Envelope, RequestInput, ResponseData } from './endpoint.ts';
import type { EndpointKey, Endpoints } from './table.ts';

export interface RequestOptions {
  signal?: AbortSignal;
  /** true: the request continues after the page is closed, for data sent while the shopper leaves the page. */
  keepalive?: boolean;
  /** false: error 10110 (not logged in) is only returned and does not redirect to the login page (R25). */
  jumpLogin?: boolean;
  /** Timeout of the request, ms. */
  timeout?: number;
}

/** The browser's API client (client/api/api.ts), for modules that receive it as a parameter. */
export type ApiClient = <Key extends EndpointKey>(
  key: Key,
  input?: RequestInput<Endpoints[Key]>,
  options?: RequestOptions,
) => Promise<Envelope<ResponseData<Endpoints[Key]>>>;

interface PathInput {
  params?: Record<string, unknown> | undefined;
  query?: Record<string, unknown> | undefined;
}

/** Returns the method and path of a request; omits query values that are undefined or null, and joins lists with commas. */
export function buildRequestPath(key: string, input: object): { method: string; path: string } {
  const { params, query } = input as PathInput;
  const [method = '', pattern = ''] = key.split(' ');
  const path = pattern.replace(/:(\w+)/g, (_, name) => encodeURIComponent(String(params?.[name])));
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query ?? {})) if (value != null) search.set(name, String(value));
  return { method, path: search.size > 0 ? `${path}?${search}` : path };
}
