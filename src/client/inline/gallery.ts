/** Stands right after the gallery: the picture to start with is in place before the first paint, without a request. */
import { showPicture } from '../gallery.ts';

showPicture(Number(document.querySelector<HTMLElement>('.gallery')?.dataset.start), 'instant');
