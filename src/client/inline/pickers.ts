/** Runs after everything that shows a price: prices are correct before first paint, and the pickers work. */
import { mountPrices } from '../currency/mount-prices.ts';
import { mountLanguageLinks } from '../language/mount-links.ts';

mountPrices();
mountLanguageLinks();
