/** Inlined after all prices in the page: converts them before first paint, and mounts the currency and language pickers. */
import { mountPriceConversion } from '../currency/mount-prices.ts';
import { mountLanguageLinks } from '../language/mount-links.ts';

mountPriceConversion();
mountLanguageLinks();
