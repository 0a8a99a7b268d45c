/** Mails as the merchant's command shows them: they wait in the outbox where no mail server is set. */
import { execFileSync } from 'node:child_process';
import { programEnv } from '../program-env.ts';

/** The merchant's command, on the shop that all tests share or on the one whose data are in `folder`. @returns what it prints */
export function command(words: string[], folder = process.env.E2E_DATA_DIR ?? ''): string {
  const env = { ...programEnv, DATA_DIR: folder };
  return execFileSync(process.execPath, ['scripts/shop.ts', ...words], { env, encoding: 'utf8' });
}

/** The link in the newest mail to an address, without its origin. */
export function mailedLink(email: string, folder?: string): string {
  const [, number = ''] = /^\s*(\d+)/.exec(command(['mails', email], folder)) ?? [];
  const [link = ''] = /https?:\/\/\S+code=[\w-]+/.exec(command(['mails', number], folder)) ?? [];
  const { pathname, search } = new URL(link);
  return pathname + search;
}
