import { openViewer } from '#client/product/viewer.ts';
import { loadOverlayStylesheet } from '#client/product/with-texts.ts';

/** Shows images at full window size (BAG-23). @param title alternative text of the images */
export async function showFullSizeImages(pictures: readonly string[], title: string): Promise<void> {
  await loadOverlayStylesheet();
  openViewer(
    pictures.map((src) => ({ src, alt: title })),
    0,
    title,
  );
}
