import { asciiEmail } from '#lib/ascii-email.ts';

/** Returns the mailbox that an email address leads to: text after a plus sign names another folder of the same one. */
export function mailbox(email: string): string {
  return asciiEmail(email.trim())
    .toLowerCase()
    .replace(/\+[^@]*(?=@)/, '');
}
