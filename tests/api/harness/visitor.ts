/** A shopper's browser as the API sees it: it stores cookies and has an IP address of its own. */

import type { Envelope, RequestInput, ResponseData } from '#lib/contract/endpoint.ts';
import { buildRequestPath } from '#lib/contract/request.ts';
import type { EndpointKey, Endpoints } from '#lib/contract/table.ts';
import type { createApp } from '#server/api/app.ts';

type App = ReturnType<typeof createApp>;

let visitors = 0;

export class Visitor {
  readonly cookies = new Map<string, string>();
  readonly address: string;
  /** URL of the calling page, sent in the Referer header; '' for none. */
  page = '';
  readonly #app: App;

  /** @param address client IP address; defaults to a new one */
  constructor(app: App, address?: string) {
    this.#app = app;
    visitors++;
    this.address = address ?? `203.0.${(visitors >> 8) & 255}.${visitors & 255}`;
  }

  /** Sends a request, same-origin by default, as the shop's pages do. */
  async send(path: string, init: RequestInit = {}): Promise<Response> {
    const headers = new Headers(init.headers);
    if (!headers.has('sec-fetch-site')) headers.set('sec-fetch-site', 'same-origin');
    if (this.page !== '') headers.set('referer', this.page);
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    if (cookie) headers.set('cookie', cookie);
    const bindings = { incoming: { socket: { remoteAddress: this.address } } };
    const response = await this.#app.request(path, { ...init, headers }, bindings);
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = line.match(/^([^=]+)=([^;]*)/) ?? [];
      if (/max-age=0\b/i.test(line)) this.cookies.delete(name);
      else this.cookies.set(name, value);
    }
    return response;
  }

  async call<Key extends EndpointKey>(
    key: Key,
    input?: RequestInput<Endpoints[Key]>,
  ): Promise<Envelope<ResponseData<Endpoints[Key]>>> {
    const { method, path } = buildRequestPath(key, input ?? {});
    const hasBody = method !== 'GET';
    const response = await this.send(path, {
      method,
      ...(hasBody && {
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify((input as { body?: unknown } | undefined)?.body ?? {}),
      }),
    });
    return (await response.json()) as Envelope<ResponseData<Endpoints[Key]>>;
  }

  /** Calls an endpoint that must succeed. @throws Error with the error message */
  async data<Key extends EndpointKey>(
    key: Key,
    input?: RequestInput<Endpoints[Key]>,
  ): Promise<ResponseData<Endpoints[Key]>> {
    const answer = await this.call(key, input);
    if (answer.code === 0) return answer.data as ResponseData<Endpoints[Key]>;
    throw new Error(`${key} was refused: ${answer.code} ${answer.msg}`);
  }
}
