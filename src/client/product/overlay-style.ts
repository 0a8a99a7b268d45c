/** The sheet of what opens over the product page; fetched with the first of it. */
import { loadStylesheet } from '../load-stylesheet.ts';
import address from './overlays.css?url';

export const overlayStyle = () => loadStylesheet(address);
