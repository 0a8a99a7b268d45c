/** The sheet of what opens over the product page; fetched with the first of it. */
import { laterSheet } from '../later-sheet.ts';
import address from './later.css?url';

export const laterStyle = () => laterSheet(address);
