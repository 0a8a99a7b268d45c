/** Components as Astro renders them, through its Container API, for a shop that answers with defaults. */
import { experimental_AstroContainer as AstroContainer } from 'astro/container';
import * as codes from '#lib/contract/codes.ts';
import { usdConfig } from '#lib/currency/config.ts';

type Component = Parameters<AstroContainer['renderToString']>[0];

/** Signs that would end an attribute or begin an element, were they not escaped. */
export const odd = `<b>&"'</script>`;

/**
 * @param texts what the page's language says otherwise
 * @param lang the page's language, '' for the shop's own
 * @returns the HTML as it is sent
 */
export async function htmlOf(
  component: Component,
  props: Record<string, unknown>,
  texts: Record<string, string> = {},
  lang = '',
): Promise<string> {
  const container = await AstroContainer.create();
  const answers: Record<string, unknown> = {
    'GET /api/v1/storefront/shop': { lang: 'en', headerMenuId: 1, footerMenuIds: [], bag: {} },
    'GET /api/v1/currency': usdConfig,
    'GET /api/v1/test/getLanguage': { languageConfig: texts, languages: [], widget: '' },
  };
  const api = async (key: string) => ({ code: codes.ok, msg: '', data: answers[key] ?? {} });
  const locals = { origin: 'https://shop.example', lang, root: '', api } as unknown as App.Locals;
  return container.renderToString(component, { props, locals });
}

/** The same as a browser reads it; for tests that have a DOM. @param around the element it stands in */
export async function rendered(...given: Parameters<typeof htmlOf>): Promise<HTMLElement> {
  const place = document.createElement('div');
  place.innerHTML = await htmlOf(...given);
  return place;
}
