/** Stands behind everything that shows a price: prices are right before the first paint, and the pickers act. */
import { mountPrices } from '../currency/mount-prices.ts';
import { mountLanguageLinks } from '../language/mount-links.ts';

mountPrices();
mountLanguageLinks();
