import { withWords } from '#client/product/with-words.ts';

/** Uploads and the design, fetched only for a product that is customised. */
export const loadCustomisation = () => withWords(() => import('./Customisation.tsx'));
