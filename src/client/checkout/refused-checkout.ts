/** The checkout that was refused for want of a login, kept for the tab: after the login it is opened as it was sent (R25). */
import { api } from '#client/api.ts';
import { localPath } from '#client/language/local-path.ts';
import { session } from '#client/storage.ts';
import type { Bag } from '#lib/bag/bag-codec.ts';
import type { CallInput } from '#lib/contract/endpoint.ts';
import type { Endpoints } from '#lib/contract/table.ts';
import { readJson } from '#lib/storage/device-storage.ts';
import { keepSentLines } from './sent-lines.ts';

interface Refused {
  body: CallInput<Endpoints['POST /api/v1/checkout']>['body'];
  /** Of the bag that was sent; none when it was bought past the bag. */
  lines: Bag['lines'];
}

const key = 'checkout_refused';

export function storeRefused(refused: Refused): void {
  session.set(key, JSON.stringify(refused));
}

/** Opens it. @returns its page, null when there is none or it can no longer be had as it was sent */
export async function openRefused(): Promise<string | null> {
  const refused = readJson(session.get(key)) as Refused | null;
  if (!refused) return null;
  session.remove(key);
  const answer = await api('POST /api/v1/checkout', { body: refused.body }, { jumpLogin: false });
  if (answer.code !== 0 || !answer.data) return null;
  const { token, web_url } = answer.data.checkout;
  if (refused.lines.length > 0) keepSentLines(token, refused.lines);
  return localPath(web_url);
}
