/** "View more" under a phone's collection list: shows all the page has loaded, then offers less again (COLL-07, R39). */
import { earlyTargets } from '#client/click-replay.ts';

export function mountViewMore(): void {
  const button = document.querySelector<HTMLButtonElement>('[data-more]');
  const list = document.getElementById('products');
  if (!button || !list) return;
  const toggle = () => {
    const isShort = list.classList.toggle('cards-short');
    button.setAttribute('aria-expanded', String(!isShort));
    button.textContent = (isShort ? button.dataset.more : button.dataset.less) ?? '';
    const first = list.children[10]?.querySelector('a');
    if (isShort) button.scrollIntoView({ block: 'center' });
    else first?.focus({ preventScroll: true });
  };
  button.addEventListener('click', toggle);
  for (const _ of earlyTargets('click', button)) toggle();
}
