/** Opens the images of the product gallery in the full-window viewer, which may load up to their widest variants. */

import { openViewer, type ViewerImage } from '#client/product/viewer.ts';
import { widestVariantWidth } from '#lib/media/image.ts';
import { getImageSources } from '#lib/pages/image-sources.ts';

export function openGallery(frame: HTMLElement, slide: HTMLElement, title: string): HTMLDialogElement {
  const slides = [...frame.querySelectorAll<HTMLAnchorElement>('.gallery-slide')];
  return openViewer(slides.map(viewed), Math.max(0, slides.indexOf(slide as HTMLAnchorElement)), title);
}

function viewed(slide: HTMLAnchorElement): ViewerImage {
  const image = slide.querySelector('img')!;
  const [width, height] = [Number(image.getAttribute('width')), Number(image.getAttribute('height'))];
  const [, id] = /^\/media\/([^/]+)\//.exec(new URL(slide.href).pathname) ?? [];
  const common = { src: slide.href, alt: image.alt, width, height };
  return id
    ? { ...common, srcset: getImageSources({ id, width }, 'webp', widestVariantWidth).srcset }
    : common;
}
