/**
 * Renders an email as HTML. All emails share one layout of tables and inline styles, because email clients drop everything else.
 * The code uses createElement instead of JSX, because Node runs these files without a build.
 */
import { type ComponentProps, type CSSProperties, Fragment, createElement as h, type ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import type { EmailSafeColors } from '../theme/email-safe-colors.ts';
import type {
  EmailContent,
  EmailItem,
  EmailLink,
  EmailNote,
  EmailPart,
  EmailTotalsRow,
} from './email-content.ts';
import type { MailLanguage } from './email-shop-data.ts';

interface Look {
  colors: EmailSafeColors;
  /** `text-align` value for the end of a line; email clients do not support logical values. */
  end: 'left' | 'right';
  /** Language of the merchant's texts, if it differs from the email's. */
  contentLang: string | undefined;
}

const serif = "Georgia,'Times New Roman',serif";
const sans = "-apple-system,'Segoe UI',Helvetica,Arial,sans-serif";

/**
 * Text and background colours are set together, so that an email client that darkens one also darkens the other; `color-scheme`
 * asks clients to leave the colours unchanged. Dates and addresses that Apple Mail turns into links look like plain text.
 */
const css = `:root{color-scheme:light only}
body{margin:0;-webkit-text-size-adjust:100%}
a[x-apple-data-detectors]{color:inherit!important;text-decoration:none!important}
@media (max-width:480px){.sheet{padding:32px 20px!important}}`;

/** Returns the HTML of an email. @param content texts without line breaks (`withSingleLineTexts`) */
export function renderEmailHtml(
  colors: EmailSafeColors,
  language: MailLanguage,
  content: EmailContent,
): string {
  return `<!doctype html>\n${renderToStaticMarkup(h(Page, { colors, language, content }))}\n`;
}

interface PageProps {
  colors: EmailSafeColors;
  language: MailLanguage;
  content: EmailContent;
}

function Page({ colors, language: { lang, isRtl, contentLang }, content }: PageProps) {
  const look: Look = { colors, end: isRtl ? 'left' : 'right', contentLang };
  const hidden = { display: 'none', maxHeight: 0, overflow: 'hidden', opacity: 0 };
  return h(
    'html',
    { lang, dir: isRtl ? 'rtl' : 'ltr' },
    h(
      'head',
      null,
      h('meta', { charSet: 'utf-8' }),
      h('meta', { name: 'viewport', content: 'width=device-width, initial-scale=1' }),
      h('meta', { name: 'color-scheme', content: 'light only' }),
      h('meta', { name: 'supported-color-schemes', content: 'light only' }),
      h('meta', { name: 'format-detection', content: 'telephone=no,date=no,address=no,email=no,url=no' }),
      h('title', null, content.subject),
      h('style', null, css),
    ),
    h(
      'body',
      { style: { margin: 0, padding: 0, backgroundColor: colors.paper, color: colors.ink } },
      h('div', { style: hidden }, content.preview),
      h(
        Table,
        { color: colors.paper },
        row({ align: 'center', style: { padding: '40px 12px' } }, h(Sheet, { look, content })),
      ),
    ),
  );
}

/** Renders the shop name, the bordered content box, and the footer notes. */
function Sheet({
  look,
  content: { from, about, title, parts, notes },
}: {
  look: Look;
  content: EmailContent;
}) {
  const { colors, contentLang } = look;
  const name = { ...type(serif, 26, 32, colors.ink), textDecoration: 'none' };
  const heading = { ...type(serif, 30, 36, colors.ink), margin: 0, fontWeight: 400 };
  const sheet = {
    ...{ padding: 48, border: hairline(colors), borderRadius: 4 },
    backgroundColor: colors.raised,
  };
  return h(
    Table,
    { style: { maxWidth: 600 } },
    row(
      { align: 'center', style: { paddingBottom: 24 } },
      h('a', { href: from.href, lang: contentLang, style: name }, from.label),
    ),
    row(
      { className: 'sheet', style: sheet },
      h(
        Table,
        { color: colors.raised },
        about === '' ? null : row({ style: { ...quiet(colors), paddingBottom: 8 } }, about),
        row(null, h('h1', { style: heading }, title)),
        ...parts.map((part) => h(PartRow, { part, look })),
      ),
    ),
    row(
      { align: 'center', style: { ...quiet(colors), padding: '24px 12px 0' } },
      ...notes.map((note) => h(NoteLine, { note, look })),
    ),
  );
}

/** Space above each type of part, px. */
const above = { text: 12, button: 24, summary: 40, address: 32 };

function PartRow({ part, look }: { part: EmailPart; look: Look }) {
  const style = { ...type(sans, 16, 24, look.colors.ink), paddingTop: above[part.kind] };
  return row({ style }, partOf(part, look));
}

function partOf(part: EmailPart, look: Look): ReactNode {
  switch (part.kind) {
    case 'text':
      return part.text;
    case 'button':
      return h(Button, { link: part, look });
    case 'summary':
      return h(OrderSummary, { summary: part, look });
    case 'address':
      return h(Address, { address: part, look });
  }
}

/** Renders a button. The table cell has the background colour too, because Outlook does not paint the padding of a link. */
function Button({ link: { label, href }, look: { colors } }: { link: EmailLink; look: Look }) {
  const style: CSSProperties = {
    ...type(sans, 16, 20, colors['on-accent']),
    ...{ display: 'inline-block', padding: '14px 32px', fontWeight: 500, textDecoration: 'none' },
  };
  return h(
    Table,
    { color: colors.accent, isNarrow: true, style: { borderRadius: 2 } },
    row({ align: 'center' }, h('a', { href, style }, label)),
  );
}

type PartOf<Kind> = Extract<EmailPart, { kind: Kind }>;

function Address({ address: { title, lines }, look }: { address: PartOf<'address'>; look: Look }) {
  return h(
    Fragment,
    null,
    h('div', { style: { ...quiet(look.colors), paddingBottom: 4 } }, title),
    ...lines.map((line) => h('div', null, line)),
  );
}

function OrderSummary({ summary: { items, sums }, look }: { summary: PartOf<'summary'>; look: Look }) {
  return h(
    Table,
    null,
    ...items.map((item) => h(ItemRow, { item, look })),
    ...sums.map((sum, at) =>
      h(SumRow, { sum, look, isFirst: at === 0, isLast: sums[at + 1]?.isTotal === true }),
    ),
  );
}

function ItemRow({
  item: { quantity, name, details, amount, before },
  look,
}: {
  item: EmailItem;
  look: Look;
}) {
  const { colors, contentLang: lang, end } = look;
  const cell = { ...type(sans, 16, 24, colors.ink), padding: '16px 0', borderTop: hairline(colors) };
  return h(
    'tr',
    null,
    h(
      'td',
      { style: cell },
      `${quantity} × `,
      h('span', { lang, dir: 'auto' }, name),
      ...details.map((detail) => h('div', { lang, dir: 'auto', style: quiet(colors) }, detail)),
    ),
    h(
      'td',
      { align: end, valign: 'top', style: { ...cell, ...apart(end) } },
      amount,
      before !== '' && h('div', { style: { ...quiet(colors), whiteSpace: 'nowrap' } }, before),
    ),
  );
}

interface SumProps {
  sum: EmailTotalsRow;
  look: Look;
  isFirst: boolean;
  /** The next row is the total. */
  isLast: boolean;
}

function SumRow({ sum: { name, detail, amount, isTotal }, look, isFirst, isLast }: SumProps) {
  const { colors, contentLang, end } = look;
  const cell: CSSProperties = {
    ...(isTotal ? type(sans, 18, 24, colors.ink) : type(sans, 16, 24, colors['ink-soft'])),
    ...(isTotal && { fontWeight: 600 }),
    padding: `${isFirst || isTotal ? 16 : 4}px 0 ${isTotal ? 0 : isLast ? 16 : 4}px`,
    ...((isFirst || isTotal) && { borderTop: hairline(colors) }),
  };
  return h(
    'tr',
    null,
    h(
      'td',
      { style: cell },
      name,
      detail && ', ',
      detail && h('span', { lang: contentLang, dir: 'auto' }, detail),
    ),
    h('td', { align: end, valign: 'top', style: { ...cell, ...apart(end) } }, amount),
  );
}

function NoteLine({ note: { text, link }, look: { colors } }: { note: EmailNote; look: Look }) {
  const style = { color: colors['ink-soft'], textDecoration: 'underline' };
  return h('div', null, `${text} `, h('a', { href: link.href, style }, link.label));
}

interface TableProps {
  color?: string;
  /** Makes the table as wide as its content instead of its container. */
  isNarrow?: boolean;
  style?: CSSProperties;
  children?: ReactNode;
}

/** Renders a table that is used only for layout. */
function Table({ color, isNarrow, style, children }: TableProps) {
  const look = { ...style, ...(color && { backgroundColor: color }) };
  const attributes = { role: 'presentation', border: 0, cellPadding: 0, cellSpacing: 0, bgcolor: color };
  return h(
    'table',
    { ...attributes, width: isNarrow ? undefined : '100%', style: look },
    h('tbody', null, children),
  );
}

type CellAttributes = ComponentProps<'td'>;

function row(attributes: CellAttributes | null, ...children: ReactNode[]) {
  return h('tr', null, h('td', attributes, ...children));
}

/** Returns the styles of a font; sizes in px. */
function type(fontFamily: string, fontSize: number, lineHeight: number, color: string): CSSProperties {
  return { fontFamily, fontSize, lineHeight: `${lineHeight}px`, color };
}

function quiet(colors: EmailSafeColors): CSSProperties {
  return type(sans, 14, 20, colors['ink-soft']);
}

function hairline(colors: EmailSafeColors): string {
  return `1px solid ${colors.line}`;
}

/** Returns the styles of an amount: no line breaks, and space on the side of its label. */
function apart(end: Look['end']): CSSProperties {
  return { whiteSpace: 'nowrap', [end === 'right' ? 'paddingLeft' : 'paddingRight']: 16 };
}
