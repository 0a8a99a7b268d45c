/** The gallery scrolls by itself; this keeps thumbnails and pictures in step and the page still. */

/** Brings a picture into view without moving the page. */
export function showPicture(index: number, behavior: ScrollBehavior = 'smooth'): void {
  const slide = document.getElementById(`picture-${index + 1}`);
  slide?.parentElement?.scrollTo({ left: slide.offsetLeft - slide.parentElement.offsetLeft, behavior });
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

  const watcher = new IntersectionObserver(
    (entries) => {
      for (const { isIntersecting, target } of entries) {
        if (!isIntersecting) continue;
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
