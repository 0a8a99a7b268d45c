/** Renders components with Astro's Container API, for a shop that responds with defaults. */
import reactServer from '@astrojs/react/server.js';
import type { SSRManifest } from 'astro';
import { experimental_AstroContainer as AstroContainer } from 'astro/container';
import * as codes from '#lib/contract/codes.ts';
import { usdConfig } from '#lib/currency/config.ts';

type Component = Parameters<AstroContainer['renderToString']>[0];

/** Characters that would end an attribute or start an element if they were not escaped. */
export const odd = `<b>&"'</script>`;

/** The client directives of islands, including our own; no test runs their scripts. */
const clientDirectives = new Map(
  ['intent', 'load', 'idle', 'visible'].map((name) => [name, '/* no script */']),
);

/** The page on which a component is rendered, and the shop's responses. */
interface Place {
  /** Path and query of the page. */
  path?: string;
  /** Data by endpoint that replaces the defaults: null for not found, or a function of the request. */
  answers?: Record<string, unknown>;
  /** The shop's part of the 500 page. */
  errorFrame?: App.Locals['errorFrame'];
}

/**
 * @param texts texts of the page's language that differ from the defaults
 * @param lang the page's language, '' for the shop's default
 * @returns the HTML as sent
 */
export async function htmlOf(
  component: Component,
  props: Record<string, unknown>,
  texts: Record<string, string> = {},
  lang = '',
  { path = '/', answers: more = {}, errorFrame = null }: Place = {},
): Promise<string> {
  const container = await AstroContainer.create({ manifest: { clientDirectives } as SSRManifest });
  container.addServerRenderer({ name: '@astrojs/react', renderer: reactServer });
  container.addClientRenderer({ name: '@astrojs/react', entrypoint: '@astrojs/react/client.js' });
  const answers: Record<string, unknown> = {
    'GET /api/v1/storefront/shop': { lang: 'en', headerMenuId: 1, footerMenuIds: [], bag: {} },
    'GET /api/v1/currency': usdConfig,
    'GET /api/v1/test/getLanguage': { languageConfig: texts, languages: [], widget: '' },
    ...more,
  };
  const api = async (key: string, input?: object) => {
    const answer = answers[key] === undefined ? {} : answers[key];
    const data = typeof answer === 'function' ? answer(input) : answer;
    return { code: data === null ? codes.notFound : codes.ok, msg: '', data };
  };
  const locals = {
    origin: 'https://shop.example',
    lang,
    root: lang && `/${lang}`,
    api,
    errorFrame,
    saveErrorFrame() {},
    names() {},
    part: (_name: string, _sources: unknown[], render: () => Promise<string>) => render(),
  } as unknown as App.Locals;
  const request = new Request(new URL(path, 'https://shop.example'));
  return container.renderToString(component, { props, locals, request });
}

/** Renders the same HTML into an element, for tests that have a DOM. */
export async function rendered(...given: Parameters<typeof htmlOf>): Promise<HTMLElement> {
  const place = document.createElement('div');
  place.innerHTML = await htmlOf(...given);
  return place;
}
