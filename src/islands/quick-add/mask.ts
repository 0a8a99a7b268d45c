/** The option mask of a card (CARD-11 to CARD-15): one button a value; the last choice adds. */
import type { Words } from '#lib/bag/shop-words.ts';
import type { WireProduct } from '#lib/contract/wire-product.ts';
import {
  type Chosen,
  choose,
  chosenVariant,
  firstChoice,
  isAvailable,
  type QuickProduct,
} from './options.ts';

type Variant = WireProduct['variants'][number];

interface Opened {
  card: HTMLElement;
  close(): void;
}
let opened: Opened | null = null;

/**
 * Lays the mask over the card. Escape, its close button, a press beside it and a focus that goes elsewhere close it; a
 * carousel around the card pauses meanwhile (it hears `carousel:pause` and `carousel:resume`).
 * @param opener gets the focus back
 * @param chosen called with the variant once every group has a selection; the mask is closed by then
 */
export function openMask(
  card: HTMLElement,
  opener: HTMLElement,
  quick: QuickProduct,
  words: Words,
  chosen: (variant: Variant) => void,
): void {
  if (opened?.card === card) return;
  opened?.close();
  const listening = new AbortController();
  const { signal } = listening;
  const mask = element('div', { class: 'card-mask', role: 'group' });
  mask.setAttribute('aria-label', `${words.text('chooseOptions')} ${quick.product.title}`);
  let choice = firstChoice(quick.product);

  const close = (isFocusKept = false) => {
    if (!mask.isConnected) return;
    listening.abort();
    const hadFocus = mask.contains(document.activeElement);
    mask.remove();
    opened = null;
    opener.setAttribute('aria-expanded', 'false');
    if (hadFocus && !isFocusKept) opener.focus();
    card.dispatchEvent(new Event('carousel:resume', { bubbles: true }));
  };

  const closer = element('button', { class: 'icon-button card-mask-close', type: 'button' });
  closer.setAttribute('aria-label', words.text('close'));
  closer.innerHTML =
    '<svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d="m6 6 12 12M18 6 6 18"/></svg>';
  closer.addEventListener('click', () => close());
  const groups = quick.product.options.map((option, at) => {
    const buttons = option.values.map((value) => {
      const button = element('button', { class: 'card-value', type: 'button' });
      if (option.style === 2 && value.img) {
        const picture = element('img', { src: value.img, width: '32', height: '32', alt: '' });
        button.append(picture);
      } else if (option.style === 3 && value.styleValue) button.append(dot(value.styleValue));
      button.append(value.value);
      button.addEventListener('click', () => pick(at, value.id));
      return { id: value.id, button };
    });
    const group = element('div', { class: 'card-values', role: 'group' });
    group.setAttribute('aria-label', option.name);
    const name = element('span', { class: 'card-option', 'aria-hidden': 'true' });
    name.textContent = option.name;
    group.append(name, ...buttons.map(({ button }) => button));
    return { group, buttons };
  });
  // What leaves no choice needs no place.
  const shown = groups.filter(({ buttons }) => buttons.length > 1);
  mask.append(closer, ...shown.map(({ group }) => group));

  function pick(option: number, value: number): void {
    const next = choose(quick, choice, option, value);
    if (next === choice) return;
    choice = next;
    paint(choice);
    const variant = chosenVariant(quick, choice);
    if (!variant) return;
    close();
    chosen(variant);
  }

  function paint(current: Chosen): void {
    for (const [option, { buttons }] of groups.entries()) {
      for (const { id, button } of buttons) {
        button.disabled = !isAvailable(quick, current, option, id);
        button.setAttribute('aria-pressed', String(current[option] === id));
      }
    }
  }

  paint(choice);
  opened = { card, close };
  opener.setAttribute('aria-expanded', 'true');
  // Above the link that lies over the whole card.
  (card.querySelector('.card-frame') ?? card).append(mask);
  card.dispatchEvent(new Event('carousel:pause', { bubbles: true }));
  (mask.querySelector<HTMLElement>('.card-value:not([disabled])') ?? closer).focus({ preventScroll: true });
  mask.addEventListener(
    'keydown',
    (event) => {
      if (event.key !== 'Escape') return;
      event.stopPropagation();
      close();
    },
    { signal },
  );
  document.addEventListener('pointerdown', ({ target }) => !card.contains(target as Node) && close(true), {
    signal,
  });
  mask.addEventListener(
    'focusout',
    ({ relatedTarget }) => {
      // Nothing takes the focus when the whole window loses it, or a value is pressed that cannot have it.
      if (relatedTarget && !mask.contains(relatedTarget as Node)) close(true);
    },
    { signal },
  );
}

function element<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Record<string, string>,
): HTMLElementTagNameMap[Tag] {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  return made;
}

function dot(color: string): SVGElement {
  const namespace = 'http://www.w3.org/2000/svg';
  const svg = document.createElementNS(namespace, 'svg');
  svg.setAttribute('class', 'dot');
  svg.setAttribute('viewBox', '0 0 16 16');
  svg.setAttribute('aria-hidden', 'true');
  const circle = document.createElementNS(namespace, 'circle');
  for (const [name, value] of Object.entries({ cx: '8', cy: '8', r: '7.5', fill: color }))
    circle.setAttribute(name, value);
  svg.append(circle);
  return svg;
}
