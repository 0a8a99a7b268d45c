/// <reference types="astro/client" />

declare namespace App {
  interface Locals extends PageLocals {}
}

type PageLocals = import('./server/pages/locals.ts').PageLocals;

/** A script in src/client/inline, bundled and minified, as a string. */
declare module 'inline:*' {
  const source: string;
  export default source;
}

/** URL of the admin's first script, built by src/server/pages/admin-script.ts. */
declare module 'virtual:admin' {
  const url: string;
  export default url;
}

/**
 * `@stripe/stripe-js/pure`, which does not load Stripe.js on import. Declared here because the package's own types import files
 * without extensions.
 */
declare module '@stripe/stripe-js/pure/index.mjs' {
  export const loadStripe: typeof import('@stripe/stripe-js').loadStripe;
}
