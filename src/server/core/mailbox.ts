import { asciiEmail } from '#lib/ascii-email.ts';

/** Returns the mailbox of an email address: lower-case, and without a plus suffix because that only selects a folder. */
export function mailbox(email: string): string {
  return asciiEmail(email.trim())
    .toLowerCase()
    .replace(/\+[^@]*(?=@)/, '');
}
