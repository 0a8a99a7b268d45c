/**
 * Full-window image viewer in a native dialog: swipe or use arrow keys to browse; click or press Enter to zoom until each pixel of
 * the widest variant fills one CSS pixel. Phones use native pinch zoom.
 */
import { announce } from '#client/page/announce.ts';
import { widestVariantWidth } from '#lib/media/image.ts';
import { overlayTexts } from './texts.ts';

export interface ViewerImage {
  /** URL of the widest image variant. */
  src: string;
  srcset?: string;
  alt: string;
  /** Size of the original image, px; if omitted, the window's aspect ratio is used. */
  width?: number;
  height?: number;
}

/** Opens the viewer at an image; closing it restores the focus. */
export function openViewer(
  pictures: readonly ViewerImage[],
  start: number,
  title: string,
): HTMLDialogElement {
  const dialog = document.createElement('dialog');
  dialog.className = 'viewer';
  dialog.setAttribute('aria-label', title);
  const frame = document.createElement('div');
  frame.className = 'viewer-frame';
  frame.tabIndex = 0;
  frame.setAttribute('role', 'group');
  frame.setAttribute('aria-label', title);
  frame.append(...pictures.map(slideOf));
  const counter = Object.assign(document.createElement('p'), { className: 'viewer-count' });
  let current = start;

  const show = (index: number, behavior: ScrollBehavior) => {
    const slide = frame.children[index] as HTMLElement | undefined;
    if (slide) frame.scrollTo({ left: slide.offsetLeft, behavior });
  };
  const turn = (by: number) => show(current + by, isCalm() ? 'instant' : 'smooth');
  const previous = control('‹', overlayTexts.viewerPrevious, 'viewer-previous', () => turn(-1));
  const next = control('›', overlayTexts.viewerNext, 'viewer-next', () => turn(1));
  const close = control('×', overlayTexts.viewerClose, 'viewer-close', () => dialog.close());

  const update = () => {
    counter.textContent = overlayTexts.text('viewerCount', { number: current + 1, count: pictures.length });
    previous.disabled = current === 0;
    next.disabled = current === pictures.length - 1;
  };
  const watcher = new IntersectionObserver(
    (entries) => {
      for (const { isIntersecting, target } of entries) {
        if (!isIntersecting) {
          unzoom(target as HTMLElement);
          continue;
        }
        const visibleIndex = [...frame.children].indexOf(target);
        if (visibleIndex === current) continue;
        current = visibleIndex;
        update();
        announce(counter.textContent);
      }
    },
    { root: frame, threshold: 0.6 },
  );
  for (const slide of frame.children) watcher.observe(slide);

  dialog.addEventListener('keydown', (event) => {
    const zoomed = frame.querySelector('.viewer-zoomed');
    if (zoomed) {
      // Arrow keys scroll the zoomed image; Enter zooms out.
      if (event.key === 'Enter' && frame.contains(event.target as Node)) {
        unzoom(zoomed as HTMLElement);
        frame.focus({ preventScroll: true });
      }
      return;
    }
    const isRtl = getComputedStyle(frame).direction === 'rtl';
    if (event.key === 'ArrowRight') turn(isRtl ? -1 : 1);
    else if (event.key === 'ArrowLeft') turn(isRtl ? 1 : -1);
    else if (event.key === 'Home') show(0, 'instant');
    else if (event.key === 'End') show(pictures.length - 1, 'instant');
    else if (event.key === 'Enter' && event.target === frame) {
      const slide = frame.children[current] as HTMLElement;
      zoom(slide, 0.5, 0.5);
      // Focus the zoomed image, because arrow keys scroll the focused element.
      if (slide.tabIndex === 0) slide.focus({ preventScroll: true });
    } else return;
    event.preventDefault();
  });
  mountZoom(frame);
  dialog.addEventListener('close', () => {
    watcher.disconnect();
    dialog.remove();
  });
  dialog.append(frame, close, counter);
  if (pictures.length > 1) dialog.append(previous, next);
  document.body.append(dialog);
  dialog.showModal();
  frame.focus({ preventScroll: true });
  show(start, 'instant');
  update();
  return dialog;
}

function slideOf({ src, srcset = '', alt, width, height }: ViewerImage): HTMLElement {
  const slide = Object.assign(document.createElement('div'), { className: 'viewer-slide' });
  const image = Object.assign(document.createElement('img'), { alt, loading: 'lazy', decoding: 'async' });
  if (width && height) Object.assign(image, { width, height });
  // The window's width or height limits the image, whichever is reached first.
  if (srcset) Object.assign(image, { sizes: `min(100vw, ${(100 * width!) / height!}vh)`, srcset });
  image.src = src;
  slide.append(image);
  return slide;
}

/** A mouse click zooms in on the clicked spot; moving the mouse then pans the image. Touch uses native pinch zoom. */
function mountZoom(frame: HTMLElement): void {
  frame.addEventListener('click', (event) => {
    const image = event.target as HTMLElement;
    const slide = image.closest<HTMLElement>('.viewer-slide');
    if (!slide || (event as PointerEvent).pointerType === 'touch') return;
    if (slide.classList.contains('viewer-zoomed')) return unzoom(slide);
    if (image === slide) return frame.closest('dialog')?.close();
    const box = image.getBoundingClientRect();
    zoom(slide, (event.clientX - box.left) / box.width, (event.clientY - box.top) / box.height);
  });
  frame.addEventListener('pointermove', (event) => {
    const slide = (event.target as HTMLElement).closest<HTMLElement>('.viewer-zoomed');
    if (!slide || event.pointerType === 'touch') return;
    const box = slide.getBoundingClientRect();
    lookAt(slide, (event.clientX - box.left) / box.width, (event.clientY - box.top) / box.height);
  });
}

/** Zooms so that each image pixel fills one CSS pixel; no-op if the image is already displayed that large. */
function zoom(slide: HTMLElement, x: number, y: number): void {
  const image = slide.querySelector('img')!;
  const dots = Math.min(Number(image.getAttribute('width')) || image.naturalWidth, widestVariantWidth);
  if (dots <= image.clientWidth) return;
  slide.classList.add('viewer-zoomed');
  image.style.inlineSize = `${dots}px`;
  // Load the widest variant only when zooming in.
  if (image.srcset) image.sizes = `${dots}px`;
  slide.tabIndex = 0;
  slide.setAttribute('role', 'group');
  slide.setAttribute('aria-label', image.alt);
  lookAt(slide, x, y);
}

function unzoom(slide: HTMLElement): void {
  slide.classList.remove('viewer-zoomed');
  slide.querySelector('img')!.style.inlineSize = '';
  for (const name of ['tabindex', 'role', 'aria-label']) slide.removeAttribute(name);
}

/** Pans to a position in the image. @param x fraction of the image's width, 0 to 1 @param y fraction of its height */
function lookAt(slide: HTMLElement, x: number, y: number): void {
  slide.scrollTo({
    left: x * (slide.scrollWidth - slide.clientWidth),
    top: y * (slide.scrollHeight - slide.clientHeight),
    behavior: 'instant',
  });
}

function control(sign: string, label: string, name: string, act: () => void): HTMLButtonElement {
  const button = Object.assign(document.createElement('button'), { type: 'button', textContent: sign });
  button.className = `icon-button ${name}`;
  button.setAttribute('aria-label', label);
  button.addEventListener('click', act);
  return button;
}

function isCalm(): boolean {
  return matchMedia('(prefers-reduced-motion: reduce)').matches;
}
