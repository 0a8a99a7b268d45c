import type { EndpointDefinition } from '#lib/contract/endpoint.ts';
import { buildRequestPath } from '#lib/contract/request.ts';
import { type EndpointKey, endpoints } from '#lib/contract/table.ts';
import type { Role } from '#lib/staff/roles.ts';
import { prepareInvite, readSetupLink, saveInvite } from '#server/staff/invites-store.ts';
import type { Visitor } from '../harness/visitor.ts';
import type { TestShop } from '../harness.ts';

export const password = 'a long password';

/** Returns the token of a link to the setup page. */
export const tokenIn = (link: string | null) => link?.split('#')[1] ?? '';

export interface Member {
  browser: Visitor;
  email: string;
}

/** Adds a member of staff who is logged in. The first member of a test must be an owner. */
export async function addMember(shop: TestShop, role: Role = 'owner'): Promise<Member> {
  const email = `${role}-${crypto.randomUUID().slice(0, 8)}@shop.example`;
  const setup = role === 'owner' ? await readSetupLink(shop.services) : null;
  const invite = await prepareInvite(shop.services);
  if (!setup) await saveInvite(shop.db.write, invite, { email, role });
  const browser = shop.visitor();
  const body = { token: tokenIn(setup ?? invite.link), name: `Ann ${role}`, email, password };
  await browser.data('POST /api/v1/admin/setup', { body });
  return { browser, email };
}

interface Input {
  params?: Record<string, string | number>;
  query?: object;
  body?: object;
}

/** Sends a request to an endpoint of the admin, with additional headers. @returns the envelope */
export async function callAdmin(
  who: Visitor,
  key: EndpointKey,
  input: Input = {},
  headers: Record<string, string> = {},
): Promise<{ code: number; msg: string; data: unknown }> {
  const { method, path } = buildRequestPath(key, input);
  const isWrite = method !== 'GET';
  const response = await who.send(path, {
    method,
    headers: { ...(isWrite && { 'content-type': 'application/json' }), ...headers },
    ...(isWrite && { body: JSON.stringify(input.body ?? {}) }),
  });
  if (!response.headers.get('content-type')?.includes('json')) return { code: 0, msg: '', data: null };
  return response.json();
}

/** Confirms an act with the password and carries it out. */
export async function callConfirmed(
  who: Visitor,
  key: EndpointKey,
  input: Input = {},
  factor = { password },
) {
  const row: EndpointDefinition = endpoints[key];
  const act = row.confirm!({ ...input, body: input.body ?? {} } as never);
  const body = { endpoint: key, ...act, ...factor };
  const { confirmation } = await who.data('POST /api/v1/admin/confirmations', { body });
  return callAdmin(who, key, input, { 'x-confirmation': confirmation });
}
