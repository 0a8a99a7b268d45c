import type { Role } from '#lib/staff/roles.ts';
import { createInvite, readSetupLink } from '#server/staff/invites-store.ts';
import type { TestShop } from '../harness.ts';
import type { Visitor } from '../harness/visitor.ts';

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
  const write = (work: Parameters<typeof shop.db.transaction>[0]) => shop.db.transaction(work) as Promise<void>;
  const link = setup ?? (await createInvite(shop.services, write, { email, role })).link;
  const browser = shop.visitor();
  const body = { token: tokenIn(link), name: `Ann ${role}`, email, password };
  await browser.data('POST /api/v1/admin/setup', { body });
  return { browser, email };
}
