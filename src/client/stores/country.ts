/** Country for delivery estimates: the one chosen on a product page, else that of the last order. */
import { persistentAtom } from '@nanostores/persistent';
import './engine.ts';

/** Two-letter ISO country code; '' before any choice or order. */
export const $country = persistentAtom<string>('country', '');
