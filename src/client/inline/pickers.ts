/** Runs after everything that shows a price: prices are correct before first paint, and the pickers work. */
import { mountPriceConversion } from '../currency/mount-prices.ts';
import { mountLanguageLinks } from '../language/mount-links.ts';

mountPriceConversion();
mountLanguageLinks();
