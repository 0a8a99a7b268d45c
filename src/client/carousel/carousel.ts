/** Carousels use native scrolling; this script adds autoplay, marks the current slide and connects the buttons. */
import { earlyTargets } from '../intent/click-replay.ts';

const defaultSpeed = 3;

/** Converts the seconds of `data-speed` to the time per slide, ms; missing or invalid values count as 3 s (HOME-17, HOME-18). */
export function parseSlideDuration(seconds: string | null | undefined): number {
  const speed = Number(seconds || defaultSpeed);
  return (speed > 0 && Number.isFinite(speed) ? speed : defaultSpeed) * 1000;
}

/** Mounts every `[data-carousel]` of the page that is not yet mounted. */
export function mountCarousels(): void {
  for (const root of document.querySelectorAll<HTMLElement>('[data-carousel=""]')) {
    root.dataset.carousel = 'live';
    mount(root);
  }
}

function mount(root: HTMLElement): void {
  const track = root.querySelector<HTMLElement>('[data-track]');
  if (!track) return;
  const slides = [...track.children] as HTMLElement[];
  const links = [...root.querySelectorAll<HTMLElement>('[data-slide]')];
  const calm = matchMedia('(prefers-reduced-motion: reduce)');
  let current = 0;

  const move = (left: number) => track.scrollBy({ left, behavior: calm.matches ? 'instant' : 'smooth' });
  const mark = (index: number) => {
    current = index;
    for (const [at, link] of links.entries()) link.ariaCurrent = at === index ? 'true' : null;
  };
  const show = (index: number) => {
    mark(index);
    move(distance(track, slides[index]!));
  };
  const step = (by: number) => {
    if (links.length > 0) show((current + by + slides.length) % slides.length);
    // At the end, "next" returns to the start.
    else if (by > 0 && isAtEnd(track)) move(-track.scrollLeft);
    else move(by * track.clientWidth * (isRtl(track) ? -1 : 1));
  };
  const act = (control: Element) => {
    const link = links.indexOf(control as HTMLElement);
    if (link !== -1) show(link);
    else step(Number((control as HTMLElement).dataset.step));
  };

  const controls = '[data-slide], [data-step]';
  root.addEventListener('click', (event) => {
    const control = (event.target as Element).closest(controls);
    if (!control) return;
    event.preventDefault();
    act(control);
  });
  track.addEventListener('scrollend', () => {
    if (!isWhole(track, slides[current]!)) mark(nearest(track, slides));
  });
  if (root.dataset.autoplay === '')
    turnByItself(
      root,
      calm,
      () => step(1),
      () => slides[(current + 1) % slides.length],
    );
  for (const target of earlyTargets('click', root))
    target.closest<HTMLElement>(`${controls}, [data-pause]`)?.click();
}

/** Autoplays until stopped; pauses while the carousel is hovered or focused and while the tab is hidden (WCAG 2.2.2, R127). */
function turnByItself(
  root: HTMLElement,
  calm: MediaQueryList,
  turn: () => void,
  next: () => HTMLElement | undefined,
): void {
  const button = root.querySelector<HTMLElement>('[data-pause]');
  const labels = [button?.ariaLabel ?? '', button?.dataset.play ?? ''];
  let isStopped = false;
  let isMasked = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const arm = () => {
    clearTimeout(timer);
    const waits = isStopped || isMasked || document.hidden || root.matches(':hover, :focus-within');
    if (waits) return;
    const picture = next()?.querySelector('img');
    if (picture) fetchLazyImage(picture);
    timer = setTimeout(() => {
      turn();
      arm();
    }, parseSlideDuration(root.dataset.speed));
  };
  const stop = (stopped: boolean) => {
    isStopped = stopped;
    root.classList.toggle('carousel-stopped', stopped);
    if (button) button.ariaLabel = labels[stopped ? 1 : 0]!;
    arm();
  };
  button?.addEventListener('click', () => stop(!isStopped));
  for (const type of ['pointerenter', 'pointerleave', 'focusin', 'scroll']) root.addEventListener(type, arm);
  // A product card's option overlay dispatches these events when it opens and closes (CARD-15).
  for (const type of ['carousel:pause', 'carousel:resume']) {
    root.addEventListener(type, () => {
      isMasked = type === 'carousel:pause';
      arm();
    });
  }
  // When `focusout` fires, the next element is not yet focused, so check afterwards.
  root.addEventListener('focusout', () => setTimeout(arm));
  document.addEventListener('visibilitychange', arm);
  calm.addEventListener('change', () => stop(calm.matches));
  stop(calm.matches);
}

function isAtEnd(track: HTMLElement): boolean {
  return Math.abs(track.scrollLeft) + track.clientWidth >= track.scrollWidth - 2;
}

function isRtl(element: Element): boolean {
  return getComputedStyle(element).direction === 'rtl';
}

/** Returns the scroll distance, px, that moves a slide to the start of the track. */
function distance(track: HTMLElement, slide: HTMLElement): number {
  const [frame, bounds] = [track.getBoundingClientRect(), slide.getBoundingClientRect()];
  return isRtl(track) ? bounds.right - frame.right : bounds.left - frame.left;
}

function isWhole(track: HTMLElement, slide: HTMLElement): boolean {
  const [frame, bounds] = [track.getBoundingClientRect(), slide.getBoundingClientRect()];
  return bounds.left >= frame.left - 2 && bounds.right <= frame.right + 2;
}

function nearest(track: HTMLElement, slides: readonly HTMLElement[]): number {
  const distances = slides.map((slide) => Math.abs(distance(track, slide)));
  return distances.indexOf(Math.min(...distances));
}

/** Loads a lazy image immediately, because it is about to become visible. @throws Error if the element is not an <img> (ERR-06, R83) */
export function fetchLazyImage(element: Element): void {
  if (!(element instanceof HTMLImageElement)) throw new Error('Lazy image works only on an <img> element');
  element.loading = 'eager';
}
