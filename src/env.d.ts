/// <reference types="astro/client" />

declare namespace App {
  interface Locals extends PageLocals {}
}

type PageLocals = import('./server/pages/locals.ts').PageLocals;

/** A script of src/client/inline, bundled and minified, as text. */
declare module 'inline:*' {
  const source: string;
  export default source;
}

/** `@stripe/stripe-js/pure`, which loads nothing by being imported; the types beside it name files without their endings. */
declare module '@stripe/stripe-js/pure/index.mjs' {
  export const loadStripe: typeof import('@stripe/stripe-js').loadStripe;
}
