/** The language pickers of a page: their links lead to this page in the other language, and the choice is stored (R84). */

import { splitLanguage } from '#lib/language/path.ts';
import { addressIn } from '#lib/language/remembered.ts';

const year = 31_536_000;

export function mountLanguageLinks(): void {
  for (const link of document.querySelectorAll<HTMLAnchorElement>('a[data-language]')) {
    const { prefix } = splitLanguage(link.pathname);
    const aim = () => {
      link.href = addressIn(prefix, location.pathname + location.search + location.hash);
    };
    aim();
    link.addEventListener('click', () => {
      // The address may have changed since, with a chosen variant for one.
      aim();
      const { language = '' } = link.dataset;
      // biome-ignore lint/suspicious/noDocumentCookie: R84 requires the cookie, and not every browser has the Cookie Store API
      document.cookie = `lang=${language}; path=/; max-age=${year}; samesite=lax`;
      try {
        localStorage.setItem('lang', language);
      } catch {
        // The cookie still says it.
      }
    });
  }
}
