import { asciiEmail } from '#lib/ascii-email.ts';

/** Returns the mailbox of an email address, lower-case and without a plus suffix, which only names a folder of the mailbox. */
export function mailbox(email: string): string {
  return asciiEmail(email.trim())
    .toLowerCase()
    .replace(/\+[^@]*(?=@)/, '');
}
