import { isPlainClick } from '#client/is-plain-click.ts';

/** ms between the click on an item of the notice bar and leaving (HDR-30). */
export const noticeDelay = 200;

/** Items of the notice bar navigate a moment after the click. Clicks that open elsewhere are the browser's own. */
export function mountNotice(
  notice: Element,
  go: (href: string) => void = (href) => location.assign(href),
): void {
  notice.addEventListener('click', (event) => {
    const link = (event.target as Element).closest('a');
    if (!link || link.target || !isPlainClick(event as MouseEvent)) return;
    event.preventDefault();
    setTimeout(go, noticeDelay, link.href);
  });
}
