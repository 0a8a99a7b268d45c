/** A `fetch` for the admin's client that answers from a table, and records the requests. */
import * as codes from '#lib/contract/codes.ts';

export interface SentRequest {
  key: string;
  search: string;
  body: unknown;
  headers: Headers;
}

export class FakeServer {
  readonly sent: SentRequest[] = [];
  /** Data or error by `METHOD /path` below /api/v1/admin. */
  readonly answers = new Map<string, { code: number; msg?: string; data?: unknown }>();

  ok(key: string, data: unknown = {}): void {
    this.answers.set(key, { code: codes.ok, data });
  }

  fail(key: string, code: number, msg = 'no'): void {
    this.answers.set(key, { code, msg });
  }

  readonly fetch: typeof globalThis.fetch = async (input, init) => {
    const url = new URL(String(input), 'http://shop.test');
    const key = `${init?.method} ${url.pathname.replace('/api/v1/admin', '')}`;
    const body = init?.body ? JSON.parse(String(init.body)) : null;
    this.sent.push({ key, search: url.search, body, headers: new Headers(init?.headers) });
    const { code, msg = '', data = null } = this.answers.get(key) ?? { code: codes.notFound, msg: key };
    return Response.json({ code, msg, data });
  };
}
