/** Stands right after the gallery: the picture to start with is in place before the first paint, without a request. */
import { mountGallery } from '../gallery.ts';

mountGallery();
