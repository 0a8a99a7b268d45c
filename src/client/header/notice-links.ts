/** ms between the click on an item of the notice bar and leaving (HDR-30). */
export const noticeDelay = 200;

/** Items of the notice bar navigate a moment after the click. Clicks that open elsewhere are the browser's own. */
export function mountNotice(
  notice: Element,
  go: (href: string) => void = (href) => location.assign(href),
): void {
  notice.addEventListener('click', (event) => {
    const { target, button, ctrlKey, metaKey, shiftKey, altKey } = event as MouseEvent;
    const link = (target as Element).closest('a');
    if (!link || link.target || button !== 0 || ctrlKey || metaKey || shiftKey || altKey) return;
    event.preventDefault();
    setTimeout(go, noticeDelay, link.href);
  });
}
