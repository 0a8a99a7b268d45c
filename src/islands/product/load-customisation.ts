import { withTexts } from '#client/product/with-texts.ts';

/** Loads the code for uploads and the design, which only a product with customised options needs. */
export const loadCustomisation = () => withTexts(() => import('./Customisation.tsx'));
