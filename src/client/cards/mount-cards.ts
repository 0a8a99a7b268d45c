/**
 * Adds the behaviour of product cards with delegated listeners, which also cover cards added later. The code of a card's controls
 * is loaded when the card is hovered, touched or focused.
 */
import { earlyTargets } from '#client/intent/click-replay.ts';
import { isPlainClick } from '#client/page/is-plain-click.ts';

const loadPictures = () => import('./pictures.ts');
const loadHearts = () => import('../wishlist/hearts.ts').catch(ignore);

/** Loaders of islands, injected because src/client must not import from src/islands. */
interface Loads {
  quickAdd: () => Promise<{
    /** Prefetches the data and scripts for a quick add from this card. */
    preloadQuickAdd: (card: HTMLElement) => void;
    quickAdd: (card: HTMLElement, opener: HTMLAnchorElement) => void;
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
    // The wishlist script replays early clicks on hearts when it loads.
    if (target.closest('.card-heart')) void loadHearts();
  }
  for (const choice of document.querySelectorAll('.card-choice')) keepApart(choice);
  // Apply only thumbnails that the shopper chose before this script ran; the initially selected ones are rendered already.
  for (const thumb of document.querySelectorAll<HTMLInputElement>('.thumb :checked'))
    if (!thumb.defaultChecked) showThumb(thumb);
}

let choices = 0;

/** Gives each card its own radio group, because a product may appear in two lists of a page. */
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

/** Prefetches the code of the likely next action on a card. If a chunk fails to load, the click requests it again. */
function expect(event: Event): void {
  const { target } = event;
  if (!(target instanceof Element)) return;
  const card = cardOf(target);
  if (!card) return;
  // Once loaded, the wishlist script handles its own events.
  void loadHearts();
  if (event.type === 'click') return;
  if (target.closest('[data-add]'))
    loads.quickAdd().then(({ preloadQuickAdd }) => preloadQuickAdd(card), ignore);
  if (target.closest('[data-view]')) loads.quickView().catch(ignore);
  const choice = target.closest('.card-choice');
  if (choice) keepApart(choice);
  const isPointer = event instanceof PointerEvent;
  // Touch needs no preview, because a tap already selects the thumbnail. Keyboard focus previews like hovering.
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
  if (card) {
    event.preventDefault();
    loads.quickAdd().then(
      ({ quickAdd }) => quickAdd(card, link),
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

/** Ignores load failures: previews and hearts are optional, and the card works without them. */
function ignore(): void {}
