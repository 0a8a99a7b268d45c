import { withTexts } from '#client/product/with-texts.ts';

/** Uploads and the design, loaded only for a product that can be customised. */
export const loadCustomisation = () => withTexts(() => import('./Customisation.tsx'));
