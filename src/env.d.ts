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
