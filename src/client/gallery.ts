/** The gallery scrolls by itself; this keeps thumbnails and pictures in step and the page still. */

/** Brings a picture into view without moving the page. */
export function showPicture(index: number, behavior: ScrollBehavior = 'smooth'): void {
  const slide = slideAt(index);
  const frame = slide?.parentElement;
  if (slide && frame) frame.scrollTo({ left: slide.offsetLeft - frame.offsetLeft, behavior });
}

/**
 * Puts a picture in the place of the one in view. It does not travel there: the bag may open the next moment, and a scroll
 * on its way would then be broken off.
 */
export function changePicture(index: number): void {
  const slide = slideAt(index);
  const before = slide?.parentElement?.scrollLeft;
  showPicture(index, 'instant');
  if (before === slide?.parentElement?.scrollLeft) return;
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return;
  slide?.animate({ opacity: [0, 1] }, { duration: 200, easing: 'ease-out' });
}

function slideAt(index: number): HTMLElement | null {
  return document.getElementById(`picture-${index + 1}`);
}

export function mountGallery(): void {
  const gallery = document.querySelector<HTMLElement>('.gallery');
  const frame = gallery?.querySelector('.gallery-frame');
  if (!gallery || !frame) return;
  const thumbs = [...gallery.querySelectorAll<HTMLAnchorElement>('.thumbs a')];
  if (gallery.dataset.start) showPicture(Number(gallery.dataset.start), 'instant');

  thumbs.forEach((thumb, index) => {
    thumb.addEventListener('click', (event) => {
      event.preventDefault();
      showPicture(index);
    });
  });

  const counter = gallery.querySelector('.gallery-count');
  const watcher = new IntersectionObserver(
    (entries) => {
      for (const { isIntersecting, target } of entries) {
        if (!isIntersecting) continue;
        const number = [...frame.children].indexOf(target) + 1;
        if (counter) counter.textContent = `${number} / ${frame.children.length}`;
        for (const thumb of thumbs) {
          if (thumb.hash === `#${target.id}`) thumb.setAttribute('aria-current', 'true');
          else thumb.removeAttribute('aria-current');
        }
      }
    },
    { root: frame, threshold: 0.6 },
  );
  for (const slide of frame.children) watcher.observe(slide);
}
