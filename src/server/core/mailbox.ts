import { normaliseEmail } from '#lib/normalise-email.ts';

/** Returns the mailbox of an email address: in lower case and without a plus suffix, which only selects a folder. */
export function toMailbox(email: string): string {
  return normaliseEmail(email.trim())
    .toLowerCase()
    .replace(/\+[^@]*(?=@)/, '');
}
