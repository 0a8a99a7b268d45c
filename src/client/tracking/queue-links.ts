/** For browsers without `keepalive` fetches: delays link navigation until the tracking request is done (TRK-10). */
import { isPlainClick } from '../page/is-plain-click.ts';

/** Maximum delay of link navigation, ms (TRK-11). */
export const linkDelay = 200;

/** Delays the navigation of links clicked before `request` settles, at most `linkDelay` ms. */
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
