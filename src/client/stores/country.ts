/** Where the shopper had something sent last: the country for which the shop says when things arrive. */
import { persistentAtom } from '@nanostores/persistent';
import './engine.ts';

/** Two letters; '' before any order. */
export const $country = persistentAtom<string>('country', '');
