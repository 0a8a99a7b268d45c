/**
 * Writes a page as lines of elements, attributes and text. Omits what two builds of the same sources may name differently:
 * scripts, styles, their links, Astro's own attributes, island URLs, hashes. Renumbers React's ids in page order.
 */
import { parseDocument } from 'htmlparser2';

type Node = ReturnType<typeof parseDocument>['children'][number];

const leftOut = new Set(['script', 'style', 'link']);
/** Attributes of islands: URLs, ids and, in development, the render time. */
const ofIslands = new Set([
  ...['uid', 'prefix', 'component-url', 'renderer-url', 'before-hydration-url'],
  'server-render-time',
]);

/** Whitespace is visible between these elements and around their text, but not next to others. */
const inline = new Set(
  'a abbr b bdi bdo br button cite code data del dfn em i img input ins kbd label mark meter output picture progress q s samp select small span strong sub sup svg textarea time u var'.split(
    ' ',
  ),
);
const keepsSpaces = new Set(['pre', 'textarea']);

/** Returns the lines of a page. @param part `body`, or `html` for the head too, with JSON-LD and links other than stylesheets */
export function treeOf(html: string, part: 'body' | 'html'): string[] {
  const root = find(parseDocument(html).children, part);
  if (!root) throw new Error(`There is no ${part} in ${html.slice(0, 200)}`);
  const lines: string[] = [];
  write(root, lines, { inHead: part === 'html', keepsSpaces: false });
  const ids = new Map<string, string>();
  return lines.map((line) =>
    line.replace(/_[\w-]*?R_\w*_/g, (id) => {
      if (!ids.has(id)) ids.set(id, `react-id-${ids.size + 1}`);
      return ids.get(id) ?? id;
    }),
  );
}

interface Around {
  /** Whether to include links and JSON-LD. */
  inHead: boolean;
  keepsSpaces: boolean;
}

function write(node: Node, lines: string[], around: Around): void {
  if (!('attribs' in node)) return;
  const { name, attribs } = node;
  if (leftOut.has(name)) {
    if (around.inHead) writeForCrawlers(node, lines);
    return;
  }
  const written = Object.entries(attribs)
    .filter(([key]) => !key.startsWith('data-astro-') && !(name === 'astro-island' && ofIslands.has(key)))
    .map(([key, value]) => ` ${key}=${JSON.stringify(plain(key, value))}`)
    .sort();
  lines.push(`<${name}${written.join('')}>`);
  const inside = { ...around, keepsSpaces: around.keepsSpaces || keepsSpaces.has(name) };
  const children = node.children.filter((child) => isShown(child, around));
  for (const [at, child] of children.entries()) {
    if ('data' in child) {
      const text = inside.keepsSpaces
        ? child.data
        : trimmed(child.data, isInline(children[at - 1]), isInline(children[at + 1]));
      if (text !== '') lines.push(JSON.stringify(text));
    } else write(child, lines, inside);
  }
  if (node.children.length > 0) lines.push(`</${name}>`);
}

/** Writes the links and scripts that search engines read. */
function writeForCrawlers(node: Node, lines: string[]): void {
  if (!('attribs' in node)) return;
  const { rel = '', href = '', hreflang = '', type = '' } = node.attribs;
  if (['canonical', 'alternate', 'next', 'prev', 'icon', 'manifest'].includes(rel))
    lines.push(`<link rel=${rel} href=${href} hreflang=${hreflang}>`);
  const [text] = node.children;
  if (type === 'application/ld+json' && text && 'data' in text)
    lines.push(`JSON-LD ${JSON.stringify(JSON.parse(text.data))}`);
}

/** Returns false for comments and omitted elements, so that the text around them counts as adjacent. */
function isShown(node: Node, { inHead }: Around): boolean {
  if ('attribs' in node) return inHead || !leftOut.has(node.name);
  return node.type === 'text';
}

function isInline(node: Node | undefined): boolean {
  return node !== undefined && ('data' in node || ('attribs' in node && inline.has(node.name)));
}

function trimmed(text: string, spaceBefore: boolean, spaceAfter: boolean): string {
  let one = text.replace(/\s+/g, ' ');
  if (!spaceBefore) one = one.replace(/^ /, '');
  if (!spaceAfter) one = one.replace(/ $/, '');
  return one;
}

function plain(key: string, value: string): string {
  if (key === 'class')
    return value
      .split(/\s+/)
      .filter((one) => one && !/^astro-\w{8}$/.test(one))
      .join(' ');
  return value.replace(/(\/_astro\/[\w[\]()-]+)\.[\w-]{8}\./g, '$1.');
}

function find(nodes: Node[], name: string): Node | undefined {
  for (const node of nodes) {
    if (!('attribs' in node)) continue;
    if (node.name === name) return node;
    const found = find(node.children, name);
    if (found) return found;
  }
  return undefined;
}
