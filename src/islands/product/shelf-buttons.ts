/** Buttons that move a shelf of products by what is seen of it, for hands on a mouse; it also moves by touch and keys (PDP-09). */
import { words } from '#client/product/words.ts';

/** @param shelf stands after a `.section-head` */
export function addShelfButtons(shelf: HTMLElement): void {
  const head = shelf.previousElementSibling;
  if (!head?.classList.contains('section-head') || shelf.scrollWidth <= shelf.clientWidth) return;
  const sign = getComputedStyle(shelf).direction === 'rtl' ? -1 : 1;
  const move = (by: 1 | -1) =>
    shelf.scrollBy({
      left: sign * by * shelf.clientWidth * 0.9,
      behavior: matchMedia('(prefers-reduced-motion: reduce)').matches ? 'instant' : 'smooth',
    });
  const back = button('previous', words.shelfBack, () => move(-1));
  const on = button('next', words.shelfOn, () => move(1));
  const update = () => {
    const at = Math.abs(shelf.scrollLeft);
    back.disabled = at < 2;
    on.disabled = at > shelf.scrollWidth - shelf.clientWidth - 2;
  };
  shelf.addEventListener('scroll', update, { passive: true });
  update();
  const box = Object.assign(document.createElement('div'), { className: 'shelf-buttons' });
  box.append(back, on);
  head.append(box);
}

function button(name: string, label: string, act: () => void): HTMLButtonElement {
  const made = Object.assign(document.createElement('button'), { type: 'button' });
  made.className = `icon-button shelf-${name}`;
  made.setAttribute('aria-label', label);
  made.addEventListener('click', act);
  return made;
}
