/**
 * Product cards: one set of listeners serves all cards, including those added later. The code behind a card's controls is fetched
 * when a pointer, finger or focus reaches it.
 */
import { earlyTargets } from '#client/intent/click-replay.ts';
import { isPlainClick } from '#client/page/is-plain-click.ts';

const loadPictures = () => import('./pictures.ts');
const loadHearts = () => import('../wishlist/hearts.ts').catch(ignore);

/** Injected: this folder may not import from the layers above. */
interface Loads {
  quickAdd: () => Promise<{
    /** Prefetches what an add from this card needs. */
    preloadQuickAdd: (card: HTMLElement) => void;
    quickAdd: (card: HTMLElement, frame: HTMLElement, opener: HTMLAnchorElement) => void;
  }>;
  quickView: () => Promise<{ openQuickView: (link: HTMLAnchorElement) => void }>;
}

let loads: Loads;

export function mountCards(loaders: Loads): void {
  loads = loaders;
  for (const sign of ['pointerover', 'touchstart', 'focusin', 'click']) {
    document.addEventListener(sign, expect, { passive: true });
  }
  document.addEventListener('click', act);
  document.addEventListener('change', (event) => {
    const thumb = thumbAt(event.target);
    if (thumb) showThumb(thumb);
  });
  document.addEventListener('keydown', ({ key, target }) => {
    const thumb = key === 'Enter' ? thumbAt(target) : null;
    const card = thumb && cardOf(thumb);
    const link = card?.querySelector<HTMLElement>('.card-title a');
    if (card && link)
      loadPictures()
        .then((pictures) => void pictures.showThumb(card, thumb), ignore)
        .then(() => link.click());
  });
  for (const target of earlyTargets('click', document.body)) {
    const viewer = target.closest('[data-view]');
    if (viewer) view(viewer);
    // The hearts' script replays its own early clicks.
    if (target.closest('.card-heart')) void loadHearts();
  }
  for (const choice of document.querySelectorAll('.card-choice')) keepApart(choice);
  // The page already shows the choices the server checked; only a choice of the shopper needs work.
  for (const thumb of document.querySelectorAll<HTMLInputElement>('.thumb :checked'))
    if (!thumb.defaultChecked) showThumb(thumb);
}

let choices = 0;

/** A product may appear in two lists of a page, so each card needs its own radio group. */
function keepApart(choice: Element): void {
  const inputs = choice.querySelectorAll('input');
  if (inputs[0]?.name.startsWith('card-')) return;
  choices += 1;
  for (const input of inputs) input.name = `card-${choices}`;
}

function cardOf(element: Element): HTMLElement | null {
  return element.closest<HTMLElement>('.card[data-product]');
}

function thumbAt(target: EventTarget | null): HTMLInputElement | null {
  return target instanceof Element
    ? (target.closest('.thumb')?.querySelector<HTMLInputElement>('input') ?? null)
    : null;
}

/** Prefetches what the shopper may do next. If a chunk fails, the click requests it again. */
function expect(event: Event): void {
  const { target } = event;
  if (!(target instanceof Element)) return;
  const card = cardOf(target);
  if (!card) return;
  // Once loaded, hearts handle their own events.
  void loadHearts();
  if (event.type === 'click') return;
  if (target.closest('[data-add]'))
    loads.quickAdd().then(({ preloadQuickAdd }) => preloadQuickAdd(card), ignore);
  if (target.closest('[data-view]')) loads.quickView().catch(ignore);
  const choice = target.closest('.card-choice');
  if (choice) keepApart(choice);
  const isPointer = event instanceof PointerEvent;
  // Touch has no hover stage: touching already chooses. Keyboard focus previews like a pointer.
  if (isPointer ? event.pointerType === 'touch' : !target.matches(':focus-visible')) return;
  const thumb = thumbAt(target);
  if (!thumb) {
    loadPictures().then(({ addHoverImage }) => addHoverImage(card), ignore);
    return;
  }
  showThumb(thumb);
  const end = () => loadPictures().then(({ endThumbnailPreview }) => endThumbnailPreview(card), ignore);
  choice?.addEventListener(isPointer ? 'pointerleave' : 'focusout', end, { once: true });
}

function act(event: MouseEvent): void {
  const { target } = event;
  if (!(target instanceof Element) || event.defaultPrevented || !isPlainClick(event)) return;
  const link = target.closest<HTMLAnchorElement>('a[data-add]');
  const card = link && cardOf(link);
  const frame = card?.querySelector<HTMLElement>('.card-frame');
  if (card && frame) {
    event.preventDefault();
    loads.quickAdd().then(
      ({ quickAdd }) => quickAdd(card, frame, link),
      () => location.assign(link.href),
    );
  }
  const viewer = target.closest('[data-view]');
  if (viewer) view(viewer);
}

function view(button: Element): void {
  const link = cardOf(button)?.querySelector<HTMLAnchorElement>('.card-title a');
  if (!link) return;
  loads.quickView().then(
    ({ openQuickView }) => openQuickView(link),
    () => location.assign(link.href),
  );
}

function showThumb(thumb: HTMLInputElement): void {
  const card = cardOf(thumb);
  if (card) loadPictures().then((pictures) => pictures.showThumb(card, thumb), ignore);
}

/** Previews and hearts are optional: without them the card still works. */
function ignore(): void {}
