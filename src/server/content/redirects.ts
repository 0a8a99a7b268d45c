/** Setting `redirects`: the merchant's redirects of old paths. */
import { z } from 'zod';
import type { SettingValue } from '../settings/store.ts';

const path = z
  .string()
  .max(2000)
  .regex(/^\/(?![/\\])\S*$/, 'must be a path of this shop that begins with one slash');

export const redirectsSchema = z
  .array(
    z.object({
      from: path.describe('Previous path, such as /old-page. A trailing slash makes no difference.'),
      to: path.or(z.url({ protocol: /^https$/ })).describe('New path of this shop, or an https URL.'),
      status: z
        .union([z.literal(301), z.literal(302)])
        .default(301)
        .describe('301 permanent, 302 temporary.'),
    }),
  )
  .max(5000);

export type Redirects = SettingValue<typeof redirectsSchema>;

/** Returns the redirect for a path, ignoring a trailing slash; null if there is none, or it leads to the same path. */
export function findRedirect(
  redirects: Redirects,
  requestedPath: string,
): { to: string; status: 301 | 302 } | null {
  const plain = (value: string) => (value.length > 1 ? value.replace(/\/+$/, '') : value);
  const found = redirects.find((redirect) => plain(redirect.from) === plain(requestedPath));
  if (!found || plain(found.to) === plain(requestedPath)) return null;
  return { to: found.to, status: found.status };
}
