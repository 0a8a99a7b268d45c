/**
 * What `Astro` is in the components of a built page: one small object for each. Astro makes an object of a dozen getters
 * for each page, and has it inherited by those of its components. V8 gives whatever is inherited from a description of its
 * own, which lives until everything is collected and keeps the whole page alive as long (decision 0149).
 */
import type { AstroGlobal, SSRResult } from 'astro';

/** What the components of one page share. */
export interface PageParts {
  readonly result: SSRResult;
  readonly locals: App.Locals;
  readonly url: URL;
  /** What few pages ask for is Astro's to answer. @throws where Astro has not been asked for the page */
  astro(props: object, slots: object | null): AstroGlobal;
}

/** All the rest of what `Astro` has. */
const askedOfAstro = [
  'cache',
  'callAction',
  'clientAddress',
  'cookies',
  'csp',
  'currentLocale',
  'generator',
  'getActionResult',
  'isPrerendered',
  'logger',
  'originPathname',
  'preferredLocale',
  'preferredLocaleList',
  'redirect',
  'request',
  'rewrite',
  'routePattern',
  'session',
  'site',
  'slots',
] as const satisfies (keyof AstroGlobal)[];

class PageGlobal {
  /** Set by components that show themselves. */
  self: unknown = null;
  readonly props: object;
  readonly #slots: object | null;
  readonly #page: PageParts;

  constructor(page: PageParts, props: object, slots: object | null) {
    this.props = props;
    this.#slots = slots;
    this.#page = page;
  }

  get locals() {
    return this.#page.locals;
  }
  get url() {
    return this.#page.url;
  }
  get params() {
    return this.#page.result.params;
  }
  get response() {
    return this.#page.result.response;
  }

  static {
    for (const name of askedOfAstro) {
      Object.defineProperty(this.prototype, name, {
        get(this: PageGlobal) {
          return this.#own[name];
        },
      });
    }
  }

  get #own(): AstroGlobal {
    return this.#page.astro(this.props, this.#slots);
  }
}

/** Has the components of a page given a `PageGlobal` each. */
export function giveGlobals(page: PageParts): void {
  const create = (props: object, slots: object | null) => new PageGlobal(page, props, slots);
  page.result.createAstro = create as unknown as SSRResult['createAstro'];
}
