/** Sanitises the HTML in a backup. The shop sanitises HTML before storing it, but a backup file could contain anything. */
import sanitizeHtml from 'sanitize-html';
import { sanitiseHtml } from '../catalog/sanitise-html.ts';
import type { Cell } from './archive.ts';

type Clean = (stored: string) => string;

/** Sanitisers for the columns that contain HTML or JSON with HTML. */
const cleaners: Readonly<Record<string, Clean>> = {
  'products.description_html': (html) => sanitiseHtml(html),
  'products.others': cleanJson,
  'collections.description_html': (html) => sanitiseHtml(html),
  'articles.body_html': (html) => sanitiseHtml(html),
  'pages.body_html': (html) => sanitiseHtml(html),
  'settings.value': cleanJson,
  'mails.html': cleanMail,
};

/**
 * Returns a function that sanitises the HTML in a row of the table.
 * @param columns column names, in the order of the row's cells
 */
export function createRowSanitiser(table: string, columns: readonly string[]): (row: Cell[]) => Cell[] {
  const cleanAt = columns.map((column) => cleaners[`${table}.${column}`]);
  if (cleanAt.every((clean) => clean === undefined)) return (row) => row;
  return (row) =>
    row.map((cell, at) => {
      const clean = cleanAt[at];
      return clean && typeof cell === 'string' ? clean(cell) : cell;
    });
}

/** Names of the JSON fields that contain HTML, in `products.others` and in the setting `popups`. */
const htmlNames: ReadonlySet<string> = new Set(['html', 'size_guide', 'html_content']);

/** Sanitises the HTML fields of a JSON column. Invalid JSON stays unchanged, because every reader of the column rejects it. */
function cleanJson(stored: string): string {
  let isChanged = false;
  const clean = (value: unknown, name: string, ids: readonly string[]): unknown => {
    if (Array.isArray(value)) return value.map((one) => clean(one, '', ids));
    if (typeof value === 'object' && value !== null) {
      const allowedIds = popupIds(value);
      return Object.fromEntries(
        Object.entries(value).map(([key, one]) => [key, clean(one, key, allowedIds)]),
      );
    }
    if (typeof value !== 'string' || !htmlNames.has(name)) return value;
    const cleaned = sanitiseHtml(value, ids);
    isChanged ||= cleaned !== value;
    return cleaned;
  };
  try {
    const cleaned = clean(JSON.parse(stored), '', []);
    return isChanged ? JSON.stringify(cleaned) : stored;
  } catch (error) {
    if (error instanceof SyntaxError) return stored;
    throw error;
  }
}

/** Returns the element ids that a popup's HTML may use: those listed in `json_config`. */
function popupIds(value: object): string[] {
  const config = 'json_config' in value ? value.json_config : undefined;
  if (typeof config !== 'object' || config === null) return [];
  const { modalId, firstPageId, secondPageId } = config as Record<string, unknown>;
  return [modalId, firstPageId, secondPageId].filter((id) => typeof id === 'string' && id !== '') as string[];
}

/** Elements and attributes that `mail/render-email-html.ts` writes; all others are removed, because they do not come from the shop. */
const mailTags =
  'html head meta title style body div span p a br hr img h1 h2 h3 b strong i em s del ul ol li table thead tbody tfoot tr td th'.split(
    ' ',
  );
const mailAttributes = {
  '*': ['style', 'class', 'dir', 'lang', 'align', 'valign', 'width', 'height', 'bgcolor', 'role', 'title'],
  a: ['href'],
  img: ['src', 'alt'],
  meta: ['charset', 'name', 'content'],
  table: ['border', 'cellpadding', 'cellspacing'],
  td: ['colspan', 'rowspan'],
  th: ['colspan', 'rowspan', 'scope'],
};

function cleanMail(html: string): string {
  if (html === '') return '';
  const cleaned = sanitizeHtml(html, {
    allowedTags: mailTags,
    allowedAttributes: mailAttributes,
    allowedSchemes: ['http', 'https', 'mailto', 'tel'],
    allowedSchemesByTag: { img: ['http', 'https'] },
    allowProtocolRelative: false,
    // sanitize-html treats the `style` element as vulnerable, but emails need it, and the shop's CSP does not apply to emails anyway.
    allowVulnerableTags: true,
  });
  return /^<!doctype html>/i.test(html) ? `<!doctype html>${cleaned}` : cleaned;
}
