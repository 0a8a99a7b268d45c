import { loadStylesheet } from '#client/load-stylesheet.ts';
import sheet from './empty.css?url';

/** An empty bag comes with its style. */
export const loadEmpty = () =>
  Promise.all([import('./EmptyBag.tsx'), loadStylesheet(sheet)]).then(([part]) => part);
