/** The country for which the shop says when things arrive: chosen on a product page, else that of the last order. */
import { persistentAtom } from '@nanostores/persistent';
import './engine.ts';

/** Two letters; '' before either. */
export const $country = persistentAtom<string>('country', '');
