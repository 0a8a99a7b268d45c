/** On a phone: the form's own second button stands at the foot of the window while the first is out of sight. */
export function mountBuyBar(): void {
  const bar = document.querySelector<HTMLElement>('.buy-bar');
  const row = document.querySelector('#buy .buy-row');
  if (!bar || !row) return;
  // All below the window counts as seen, so that a jump past the row is noticed: it is out of sight only above.
  const options = { rootMargin: '0px 0px 100000px 0px' };
  new IntersectionObserver((entries) => {
    bar.hidden = entries.at(-1)?.isIntersecting !== false;
  }, options).observe(row);
}
