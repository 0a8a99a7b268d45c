import { withTexts } from '#client/product/with-texts.ts';

/** Uploads and the design, fetched only for a product that is customised. */
export const loadCustomisation = () => withTexts(() => import('./Customisation.tsx'));
