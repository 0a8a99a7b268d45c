/** Stands right after the footer: on a phone its columns are closed before the first paint (FTR-05); without scripts they stay open. */
const small = matchMedia('(width <= 1040px)');
const settle = () => {
  for (const column of document.querySelectorAll<HTMLDetailsElement>('.footer-fold')) {
    column.open = !small.matches;
    // A title that folds nothing is no control.
    (column.firstElementChild as HTMLElement).tabIndex = small.matches ? 0 : -1;
  }
};
settle();
small.addEventListener('change', settle);
