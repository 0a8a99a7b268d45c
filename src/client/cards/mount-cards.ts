/**
 * Cards: listens once for all of them, those that come later included, and fetches what a card does when the shopper means
 * it by hand, finger or keyboard.
 */
import { earlyTargets } from '#client/intent/click-replay.ts';
import { isPlainClick } from '#client/page/is-plain-click.ts';

const loadPictures = () => import('./pictures.ts');
const loadHearts = () => import('../wishlist/hearts.ts').catch(ignore);

/** What stands above this folder is handed to it. */
interface Loads {
  quickAdd: () => Promise<{
    /** Fetches what an add from this card will need. */
    expectAdd: (card: HTMLElement) => void;
    quickAdd: (card: HTMLElement, frame: HTMLElement, opener: HTMLAnchorElement) => void;
  }>;
  quickView: () => Promise<{ openQuickView: (link: HTMLAnchorElement) => void }>;
}

let loads: Loads;

export function mountCards(given: Loads): void {
  loads = given;
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
    // They read their presses themselves.
    if (target.closest('.card-heart')) void loadHearts();
  }
  for (const choice of document.querySelectorAll('.card-choice')) keepApart(choice);
  // What the server has checked is shown already; the rest was chosen before.
  for (const thumb of document.querySelectorAll<HTMLInputElement>('.thumb :checked'))
    if (!thumb.defaultChecked) showThumb(thumb);
}

let choices = 0;

/** A product may stand in two lists of a page: each card chooses for itself. */
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

/** Somebody comes near: what they may do next is fetched. A chunk that fails is asked for again by the click. */
function expect(event: Event): void {
  const { target } = event;
  if (!(target instanceof Element)) return;
  const card = cardOf(target);
  if (!card) return;
  // From then on they act by themselves.
  void loadHearts();
  if (event.type === 'click') return;
  if (target.closest('[data-add]')) loads.quickAdd().then(({ expectAdd }) => expectAdd(card), ignore);
  if (target.closest('[data-view]')) loads.quickView().catch(ignore);
  const choice = target.closest('.card-choice');
  if (choice) keepApart(choice);
  const isPointer = event instanceof PointerEvent;
  // A finger chooses by touching: there is nothing before that. The keyboard looks as a pointer does.
  if (isPointer ? event.pointerType === 'touch' : !target.matches(':focus-visible')) return;
  const thumb = thumbAt(target);
  if (!thumb) {
    loadPictures().then(({ laySecond }) => laySecond(card), ignore);
    return;
  }
  showThumb(thumb);
  const end = () => loadPictures().then(({ endThumbs }) => endThumbs(card), ignore);
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

/** Shows and names its variant, and leads to it. */
function showThumb(thumb: HTMLInputElement): void {
  const card = cardOf(thumb);
  if (card) loadPictures().then((pictures) => pictures.showThumb(card, thumb), ignore);
}

/** Comfort that could not be fetched: the card itself is whole. */
function ignore(): void {}
