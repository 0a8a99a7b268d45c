/** The sheet of the bag's parts; fetched with the first of them. The bag's page has it in its head. */
import { loadStylesheet } from '#client/load-stylesheet.ts';
import address from './parts.css?url';

export const partsStyle = () => loadStylesheet(address);
