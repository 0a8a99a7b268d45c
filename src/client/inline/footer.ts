/** Inlined right after the footer: collapses its columns on phones before first paint (FTR-05); without scripts they stay open. */
const small = matchMedia('(width <= 1040px)');
const settle = () => {
  for (const column of document.querySelectorAll<HTMLDetailsElement>('.footer-fold')) {
    column.open = !small.matches;
    // A column heading that cannot be collapsed must not be focusable.
    (column.firstElementChild as HTMLElement).tabIndex = small.matches ? 0 : -1;
  }
};
settle();
small.addEventListener('change', settle);
