/**
 * Inlined right after the gallery, so it needs no request: scrolls to the initial image before first paint. A click on a thumbnail
 * shows its image without scrolling the page.
 */
import { scrollToImage } from '../carousel/gallery.ts';
import { isPlainClick } from '../page/is-plain-click.ts';

const gallery = document.querySelector<HTMLElement>('.gallery')!;
if (gallery.dataset.start) scrollToImage(Number(gallery.dataset.start), 'instant');
gallery.querySelector('.thumbs')?.addEventListener('click', (event) => {
  const thumb = (event.target as Element).closest('a');
  if (!thumb || !isPlainClick(event as MouseEvent)) return;
  event.preventDefault();
  scrollToImage(Number(thumb.hash.split('-')[1]) - 1);
});
