/** On a phone: the buying button once more, at the foot of the window, while the form's own is out of sight. */

export function mountBuyBar(): void {
  const form = document.querySelector<HTMLFormElement>('form#buy');
  const row = form?.querySelector('.buy-row');
  const button = form?.querySelector<HTMLButtonElement>('button[type=submit]');
  const price = document.getElementById('price');
  if (!form || !row || !button || !price) return;
  const bar = document.createElement('div');
  bar.className = 'buy-bar no-print';
  bar.hidden = true;
  const amount = document.createElement('p');
  const again = Object.assign(document.createElement('button'), { type: 'button', className: 'button' });
  // The form's own button is pressed: a click that comes before the form is awake is then held like any other.
  again.addEventListener('click', () => button.click());
  bar.append(amount, again);
  document.getElementById('main')?.append(bar);

  const copy = () => {
    amount.replaceChildren(...[...price.childNodes].map((node) => node.cloneNode(true)));
    again.replaceChildren(...[...button.childNodes].map((node) => node.cloneNode(true)));
    again.disabled = button.disabled;
    // A refusal shakes what was pressed.
    again.classList.toggle('shake', button.classList.contains('shake'));
  };
  const watcher = new MutationObserver(copy);
  // All below the window counts as seen, so that a jump past the row is noticed: it is out of sight only above.
  const options = { rootMargin: '0px 0px 100000px 0px' };
  new IntersectionObserver((entries) => {
    const isPast = entries.at(-1)?.isIntersecting === false;
    if (isPast === !bar.hidden) return;
    bar.hidden = !isPast;
    if (!isPast) return watcher.disconnect();
    copy();
    for (const part of [price, button])
      watcher.observe(part, { childList: true, subtree: true, attributes: true });
  }, options).observe(row);
}
