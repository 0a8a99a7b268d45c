/**
 * Cards: listens once for all of them, those that come later included, and fetches what a card does when the shopper means
 * it by hand, finger or keyboard.
 */
import { takeEarly } from '#client/click-replay.ts';
import { isPlainClick } from '#client/is-plain-click.ts';

const loadPictures = () => import('./pictures.ts');

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
  for (const sign of ['pointerover', 'touchstart', 'focusin']) {
    document.addEventListener(sign, expect, { passive: true });
  }
  document.addEventListener('click', act);
  document.addEventListener('change', (event) => {
    const thumb = thumbAt(event.target);
    if (thumb) chooseThumb(thumb);
  });
  document.addEventListener('keydown', ({ key, target }) => {
    const thumb = key === 'Enter' ? thumbAt(target) : null;
    if (thumb) cardOf(thumb)?.querySelector<HTMLElement>('.card-title a')?.click();
  });
  for (const button of document.querySelectorAll('.card-view')) {
    if (takeEarly('click', button).length > 0) press(button);
  }
  for (const choice of document.querySelectorAll('.card-choice')) keepApart(choice);
  for (const thumb of document.querySelectorAll<HTMLInputElement>('.thumb :checked')) chooseThumb(thumb);
}

/** Fills the hearts of what is wished for. @param pressed puts its product into the list, or takes it out */
function hearts(pressed?: Element): void {
  import('../wishlist/hearts.ts').then(({ tendHearts }) => tendHearts(pressed), ignore);
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
  hearts();
  if (target.closest('[data-add]')) loads.quickAdd().then(({ expectAdd }) => expectAdd(card), ignore);
  if (target.closest('[data-view]')) loads.quickView().catch(ignore);
  const choice = target.closest('.card-choice');
  if (choice) keepApart(choice);
  if (!(event instanceof PointerEvent) || event.pointerType === 'touch') return;
  const thumb = thumbAt(target);
  loadPictures().then(({ laySecond, showThumb, endThumbs }) => {
    laySecond(card);
    if (!thumb) return;
    void showThumb(card, thumb);
    thumb.closest('.card-choice')?.addEventListener('pointerleave', () => endThumbs(card), { once: true });
  }, ignore);
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
  const button = target.closest('.card-view');
  if (button) press(button);
}

/** Quick view, or the heart. */
function press(button: Element): void {
  if (button.matches('.card-heart')) {
    hearts(button);
    return;
  }
  const link = cardOf(button)?.querySelector<HTMLAnchorElement>('.card-title a');
  if (!link) return;
  loads.quickView().then(
    ({ openQuickView }) => openQuickView(link),
    () => location.assign(link.href),
  );
}

/** Its picture stays, and the card leads to that variant. */
function chooseThumb(thumb: HTMLInputElement): void {
  const card = cardOf(thumb);
  const link = card?.querySelector<HTMLAnchorElement>('.card-title a');
  if (!card || !link) return;
  const address = new URL(link.href);
  address.searchParams.set('variant', thumb.value);
  link.href = address.pathname + address.search;
  loadPictures().then(({ showThumb }) => showThumb(card, thumb), ignore);
}

/** Comfort that could not be fetched: the card itself is whole. */
function ignore(): void {}
