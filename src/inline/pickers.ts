/** Stands behind everything that shows a price: prices are right before the first paint, and the pickers act. */
import { mountPrices } from '../lib/currency/mount-prices.ts';
import { mountLanguageLinks } from '../lib/language/mount-links.ts';

mountPrices();
mountLanguageLinks();
