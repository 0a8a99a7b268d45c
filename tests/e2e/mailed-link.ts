/** Emails as the merchant's command shows them; without a mail server they stay in the outbox. */
import { execFileSync } from 'node:child_process';
import { programEnv } from '../program-env.ts';

/** Runs the merchant's command on the shared shop, or on the data in `folder`. @returns its output */
export function command(words: string[], folder = process.env.E2E_DATA_DIR ?? ''): string {
  const env = { ...programEnv, DATA_DIR: folder };
  return execFileSync(process.execPath, ['scripts/shop.ts', ...words], { env, encoding: 'utf8' });
}

/** Returns the link in the newest email to an address, without its origin. */
export function mailedLink(email: string, folder?: string): string {
  const [, number = ''] = /^\s*(\d+)/.exec(command(['mails', email], folder)) ?? [];
  const [link = ''] = /https?:\/\/\S+code=[\w-]+/.exec(command(['mails', number], folder)) ?? [];
  const { pathname, search } = new URL(link);
  return pathname + search;
}
