/** The content of an email. HTML and plain text are both rendered from it, so that they never differ. */
export interface EmailContent {
  /** The shop's name and URL in the header. */
  from: EmailLink;
  subject: string;
  /** Preview text that email clients display next to the subject. */
  preview: string;
  /** Line above the title, '' for none. */
  about: string;
  title: string;
  parts: readonly EmailPart[];
  /** Footer lines. */
  notes: readonly EmailNote[];
}

export type EmailPart =
  | { kind: 'text'; text: string }
  | ({ kind: 'button' } & EmailLink)
  | { kind: 'summary'; items: readonly EmailItem[]; sums: readonly EmailTotalsRow[] }
  | { kind: 'address'; title: string; lines: readonly string[] };

export interface EmailLink {
  label: string;
  href: string;
}

/** A line item. Its name and details are texts from the merchant or the shopper. */
export interface EmailItem {
  quantity: number;
  name: string;
  details: readonly string[];
  amount: string;
  /** Text with the price before discounts, '' if it is the same. */
  before: string;
}

/** A row below the line items. Rows after the total are informative and not included in the total. */
export interface EmailTotalsRow {
  name: string;
  /** Text written by the merchant, such as the shipping method. */
  detail?: string;
  amount: string;
  isTotal?: boolean;
}

export interface EmailNote {
  text: string;
  link: EmailLink;
}

/**
 * Returns the content with every text on a single line and without Unicode direction controls. A line break in user input would
 * start a new line of the plain text or of the email header, and direction controls would affect the text after them.
 */
export function withSingleLineTexts(content: EmailContent): EmailContent {
  return JSON.parse(JSON.stringify(content), (_, value: unknown) =>
    typeof value === 'string'
      ? value
          .replace(/[\u202a-\u202e\u2066-\u2069]/g, '')
          .replace(/[\s\p{Cc}]+/gu, ' ')
          .trim()
      : value,
  );
}
