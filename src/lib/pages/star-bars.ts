/**
 * How many of all reviews gave 5, 4, 3, 2 and 1 stars, as buttons that show only those. HTML as a string: it stands on every
 * product page, and a component costs more than all it writes.
 * @param counts of 1 to 5 stars, in that order
 * @param label words of a row with `{star}` and `{count}`
 */
import { fill } from '../fill.ts';
import { htmlText } from './html-text.ts';

export function starBars(counts: readonly number[], label: string): string {
  const all = Math.max(
    1,
    counts.reduce((sum, count) => sum + count, 0),
  );
  return counts
    .map((count, at) => {
      const star = at + 1;
      const words = htmlText(fill(label, { star, count }));
      return (
        `<li><button type="button" value="${star}" aria-pressed="false"${count === 0 ? ' disabled' : ''}>` +
        `<span class="visually-hidden">${words}</span><span aria-hidden="true">${star}</span><svg viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true">` +
        `<path d="M0 3h100"/><path d="M0 3h${Math.round((100 * count) / all)}"/></svg><span aria-hidden="true">${count}</span></button></li>`
      );
    })
    .reverse()
    .join('');
}
