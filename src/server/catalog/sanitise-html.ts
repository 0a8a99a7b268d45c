/** Sanitises HTML from merchants when it is saved: removes scripts, style attributes, and links that R91 does not allow. */
import sanitizeHtml from 'sanitize-html';

const headings = ['h2', 'h3', 'h4', 'h5', 'h6'];
const blocks = [
  'p',
  'div',
  'section',
  'blockquote',
  'pre',
  'ul',
  'ol',
  'li',
  'dl',
  'dt',
  'dd',
  'hr',
  'br',
  'figure',
  'figcaption',
];
const inline = [
  'a',
  'abbr',
  'b',
  'code',
  'del',
  'em',
  'i',
  'ins',
  'mark',
  'q',
  's',
  'small',
  'span',
  'strong',
  'sub',
  'sup',
  'time',
  'u',
];
const tables = ['table', 'caption', 'thead', 'tbody', 'tfoot', 'tr', 'th', 'td'];

/** Style declarations that are converted to classes, because a Content-Security-Policy with hashes allows no style attributes. */
const classOfStyle: readonly (readonly [RegExp, string])[] = [
  [/^text-align:\s*(?:center)$/, 'rich-center'],
  [/^text-align:\s*(?:right|end)$/, 'rich-end'],
  [/^text-align:\s*justify$/, 'rich-justify'],
  [/^font-weight:\s*(?:bold|bolder|[6-9]00)$/, 'rich-bold'],
  [/^font-style:\s*(?:italic|oblique)$/, 'rich-italic'],
  [/^text-decoration(?:-line)?:\s*underline$/, 'rich-underline'],
  [/^text-decoration(?:-line)?:\s*line-through$/, 'rich-through'],
  [/^text-transform:\s*uppercase$/, 'rich-upper'],
];

/** Classes that HTML from merchants may contain; defined in styles/. */
export const richTextClasses: readonly string[] = classOfStyle.map(([, name]) => name);

/**
 * Returns HTML that is safe to render; sanitising it again changes nothing.
 * @param html from a merchant or a file
 * @param ids allowed element ids; others are removed, because they could clash with ids of the page
 */
export function sanitiseHtml(html: string, ids: readonly string[] = []): string {
  return sanitizeHtml(html, {
    allowedTags: [...headings, ...blocks, ...inline, ...tables, 'img'],
    allowedAttributes: {
      '*': ['class', 'dir', 'lang', 'title', ...(ids.length > 0 ? ['id'] : [])],
      a: ['href', 'rel', 'target'],
      img: ['src', 'alt', 'width', 'height', 'loading'],
      ol: ['start', 'type'],
      td: ['colspan', 'rowspan'],
      th: ['colspan', 'rowspan', 'scope'],
      time: ['datetime'],
    },
    allowedClasses: { '*': [...richTextClasses] },
    allowedSchemes: ['http', 'https', 'mailto', 'tel'],
    allowedSchemesByTag: { img: ['http', 'https'] },
    allowProtocolRelative: false,
    transformTags: {
      // The page already has an h1.
      h1: 'h2',
      '*': (tagName, attribs) => {
        const result = stylesToClasses(tagName, attribs);
        if (!ids.includes(result.id ?? '')) delete result.id;
        return { tagName, attribs: result };
      },
    },
  }).trim();
}

function stylesToClasses(tagName: string, attribs: Record<string, string>): Record<string, string> {
  const { style, ...allowed } = attribs;
  const classes = new Set(
    (allowed.class ?? '').split(/\s+/).filter((name) => richTextClasses.includes(name)),
  );
  for (const declaration of (style ?? '').toLowerCase().split(';')) {
    const match = classOfStyle.find(([pattern]) =>
      pattern.test(declaration.trim().replace(/\s*!important$/, '')),
    );
    if (match) classes.add(match[1]);
  }
  delete allowed.class;
  if (classes.size > 0) allowed.class = [...classes].join(' ');
  if (tagName === 'a' && allowed.target) {
    allowed.target = '_blank';
    allowed.rel = 'noopener';
  }
  if (tagName === 'img') allowed.loading = 'lazy';
  return allowed;
}
