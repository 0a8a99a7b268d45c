/** Data that a crawler reads from a page. */
import { Parser } from 'htmlparser2';

export interface CrawledPage {
  /** `href` of links, as written in the HTML. */
  links: Set<string>;
  canonicals: string[];
  alternates: string[];
  robots: string;
  lang: string;
  headings: number;
}

export function readPage(html: string): CrawledPage {
  const page: CrawledPage = {
    links: new Set(),
    canonicals: [],
    alternates: [],
    robots: '',
    lang: '',
    headings: 0,
  };
  const parser = new Parser({
    onopentag(name, { href, rel, name: meta, content, lang }) {
      if (name === 'html') page.lang = lang ?? '';
      if (name === 'a' && href !== undefined) page.links.add(href);
      if (name === 'link' && rel === 'canonical') page.canonicals.push(href ?? '');
      if (name === 'link' && rel === 'alternate') page.alternates.push(href ?? '');
      if (name === 'meta' && meta === 'robots') page.robots = content ?? '';
      if (name === 'h1') page.headings += 1;
    },
  });
  parser.end(html);
  return page;
}
