import { withLanguagePrefix } from './path.ts';

/**
 * Adds the language prefix to the links and forms of a rendered page. Pages, menus and merchants' texts contain links without a language
 * prefix; only this function adds it. A link with `hreflang` stays unchanged.
 */
export function localiseLinks(html: string, prefix: string): string {
  return html.replace(
    / (href|action)="(\/[^"]*)"(?! hreflang)/g,
    (_, name: string, path: string) => ` ${name}="${withLanguagePrefix(path, prefix)}"`,
  );
}
