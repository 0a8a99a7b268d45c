import { openViewer } from '#client/product/viewer.ts';
import { overlayStyle } from '#client/product/with-texts.ts';

/** Shows pictures at full window size (BAG-23). @param title alternative text */
export async function viewPictures(pictures: readonly string[], title: string): Promise<void> {
  await overlayStyle();
  openViewer(
    pictures.map((src) => ({ src, alt: title })),
    0,
    title,
  );
}
