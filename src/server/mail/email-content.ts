/** What a mail says, before it is HTML and plain text: both are made of this, so that neither says what the other does not. */
export interface EmailContent {
  /** The shop, as it heads every mail. */
  from: Link;
  subject: string;
  /** What mail programs show beside the subject before the mail is opened. */
  preview: string;
  /** Above the title, '' for nothing. */
  about: string;
  title: string;
  parts: readonly Part[];
  /** Below it all. */
  notes: readonly Note[];
}

export type Part =
  | { kind: 'text'; text: string }
  | ({ kind: 'button' } & Link)
  | { kind: 'bill'; items: readonly EmailItem[]; sums: readonly Sum[] }
  | { kind: 'address'; title: string; lines: readonly string[] };

export interface Link {
  label: string;
  href: string;
}

/** Something bought; its name and details are the merchant's or the shopper's words. */
export interface EmailItem {
  quantity: number;
  name: string;
  details: readonly string[];
  amount: string;
  /** Words for what it would cost without its discounts, '' where it is the same. */
  before: string;
}

/** A row below the items; what stands below the total is told, not added up. */
export interface Sum {
  name: string;
  /** The merchant's word for it. */
  detail?: string;
  amount: string;
  /** As of an item. */
  before?: string;
  isTotal?: boolean;
}

/** A sentence and the link it leads to. */
export interface Note {
  text: string;
  link: Link;
}

/**
 * Every text of it on one line: a line break in what a person wrote would begin a line of the plain text, or of the mail's header,
 * and signs that turn the direction of writing would reach into the words behind them.
 */
export function inLines(letter: EmailContent): EmailContent {
  return JSON.parse(JSON.stringify(letter), (_, value: unknown) =>
    typeof value === 'string'
      ? value
          .replace(/[\u202a-\u202e\u2066-\u2069]/g, '')
          .replace(/[\s\p{Cc}]+/gu, ' ')
          .trim()
      : value,
  );
}
