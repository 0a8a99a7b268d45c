/** The country of delivery estimates: chosen on a product page, else that of the last order. */
import { persistentAtom } from '@nanostores/persistent';
import './engine.ts';

/** ISO code of two letters; '' before either. */
export const $country = persistentAtom<string>('country', '');
