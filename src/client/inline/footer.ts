/** Runs right after the footer: closes its columns on a phone before first paint (FTR-05); without scripts they stay open. */
const small = matchMedia('(width <= 1040px)');
const settle = () => {
  for (const column of document.querySelectorAll<HTMLDetailsElement>('.footer-fold')) {
    column.open = !small.matches;
    // A heading that does not fold must not be focusable.
    (column.firstElementChild as HTMLElement).tabIndex = small.matches ? 0 : -1;
  }
};
settle();
small.addEventListener('change', settle);
