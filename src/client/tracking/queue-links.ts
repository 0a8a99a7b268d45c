/** In browsers that drop a record when the page is left: a link waits for what is being told (TRK-10). */
import { isPlainClick } from '../page/is-plain-click.ts';

/** Longest that a link waits, ms (TRK-11). */
export const linkDelay = 200;

/** Has links that are followed before `told` is settled wait for it, a moment at most. */
export function queueLinks(request: Promise<unknown>): void {
  const hold = (event: MouseEvent) => {
    const link = (event.target as Element).closest?.('a');
    if (!link?.href || link.target || link.hasAttribute('download') || !isPlainClick(event)) return;
    if (event.defaultPrevented || link.href.split('#')[0] === location.href.split('#')[0]) return;
    event.preventDefault();
    const late = new Promise((resolve) => setTimeout(resolve, linkDelay));
    void Promise.race([request, late]).then(() => location.assign(link.href));
  };
  addEventListener('click', hold);
  const release = () => removeEventListener('click', hold);
  request.then(release, release);
}
