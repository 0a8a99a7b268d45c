/** The product gallery uses native scrolling; this script keeps the thumbnails in sync without scrolling the page. */

/** Scrolls the gallery to an image without scrolling the page. */
export function scrollToImage(index: number, behavior: ScrollBehavior = 'smooth'): void {
  const slide = slideAt(index);
  const frame = slide?.parentElement;
  if (slide && frame) frame.scrollTo({ left: slide.offsetLeft - frame.offsetLeft, behavior });
}

/** Switches to an image without smooth scrolling, which the bag would interrupt if it opened during the scroll. */
export function jumpToImage(index: number): void {
  const slide = slideAt(index);
  const before = slide?.parentElement?.scrollLeft;
  scrollToImage(index, 'instant');
  if (before === slide?.parentElement?.scrollLeft) return;
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return;
  slide?.animate({ opacity: [0, 1] }, { duration: 200, easing: 'ease-out' });
}

export function slideAt(index: number): HTMLElement | null {
  return document.getElementById(`picture-${index + 1}`);
}

/** Updates the current thumbnail and the counter as images scroll into view. */
export function mountGallery(gallery: HTMLElement): void {
  const frame = gallery.querySelector('.gallery-frame')!;
  const counter = gallery.querySelector('.gallery-count');
  const watcher = new IntersectionObserver(
    (entries) => {
      for (const { isIntersecting, target } of entries) {
        if (!isIntersecting) continue;
        const number = [...frame.children].indexOf(target) + 1;
        if (counter) counter.textContent = `${number} / ${frame.children.length}`;
        for (const thumb of gallery.querySelectorAll<HTMLAnchorElement>('.thumbs a'))
          thumb.ariaCurrent = thumb.hash === `#${target.id}` ? 'true' : null;
      }
    },
    { root: frame, threshold: 0.6 },
  );
  for (const slide of frame.children) watcher.observe(slide);
}
