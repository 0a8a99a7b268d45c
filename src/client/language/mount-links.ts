/** Language pickers link to the current page in another language, and a click stores the choice (R84). */

import { getUrlInLanguage } from '#lib/language/language-redirect.ts';
import { splitLanguage } from '#lib/language/path.ts';

const year = 31_536_000;

export function mountLanguageLinks(): void {
  for (const link of document.querySelectorAll<HTMLAnchorElement>('a[data-language]')) {
    const { prefix } = splitLanguage(link.pathname);
    const aim = () => {
      link.href = getUrlInLanguage(prefix, location.pathname + location.search + location.hash);
    };
    aim();
    link.addEventListener('click', () => {
      // The URL may have changed since the link was set, e.g. by choosing a variant.
      aim();
      const { language = '' } = link.dataset;
      // biome-ignore lint/suspicious/noDocumentCookie: R84 requires the cookie, and not every browser has the Cookie Store API
      document.cookie = `lang=${language}; path=/; max-age=${year}; samesite=lax`;
      try {
        localStorage.setItem('lang', language);
      } catch {
        // Storage is blocked, but the cookie also stores the choice.
      }
    });
  }
}
