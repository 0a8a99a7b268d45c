import { inLanguage } from './path.ts';

/**
 * Gives the links and forms of a finished page the prefix of its language. Pages, menus and merchants' texts are written
 * once, without a language; this is the only place that knows. A link that names its language (`hreflang`) stays.
 */
export function localLinks(html: string, prefix: string): string {
  return html.replace(
    / (href|action)="(\/[^"]*)"(?! hreflang)/g,
    (_, name: string, path: string) => ` ${name}="${inLanguage(path, prefix)}"`,
  );
}
