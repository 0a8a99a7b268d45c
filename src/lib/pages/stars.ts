import { htmlText } from './html-text.ts';

/**
 * The drawing of average stars, to a tenth of a star, as HTML. A page with many reviews has as many of them, and a string
 * costs a fraction of a component. It is a bar over a paler ground; the sheet cuts five stars out of both (`.stars svg`).
 * @param average 0 to 5
 * @param label `{stars} out of 5 stars`; a shop's own words, so any sign may stand in it
 */
export function starsSvg(average: number, label: string): string {
  const tenths = Math.round(average * 10);
  const words = htmlText(label.replace('{stars}', String(tenths / 10)));
  return (
    `<svg viewBox="0 0 84 16" role="img" aria-label="${words}">` +
    `<path d="M0 0h${Math.ceil(tenths * 1.7)}v16H0z"/></svg>`
  );
}

/** How many reviews gave them, as HTML. @param words what is counted; a shop's own */
export function countHtml(count: number, words: string): string {
  return `<span>${count}<span class="visually-hidden"> ${htmlText(words)}</span></span>`;
}
