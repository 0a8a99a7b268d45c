/** What moved on a page, as the browser counted it. */
import type { Page } from '@playwright/test';

/**
 * Layout shifts of the page so far. The browser reports a shift with the frame after it: two frames are awaited, then what
 * is still queued is taken.
 * @param since moment of the page's clock, ms; earlier shifts are left out
 */
export function layoutShifts(page: Page, since = 0): Promise<number> {
  return page.evaluate(async (from) => {
    const seen: PerformanceEntry[] = [];
    const observer = new PerformanceObserver((list) => seen.push(...list.getEntries()));
    observer.observe({ type: 'layout-shift', buffered: true });
    // Buffered entries are delivered in a task of their own: that of the mark comes after it.
    await new Promise<void>((resolve) => {
      const marks = new PerformanceObserver((list) => {
        if (list.getEntriesByName('layout-shifts-asked').length > 0) resolve();
      });
      marks.observe({ type: 'mark' });
      requestAnimationFrame(() => requestAnimationFrame(() => performance.mark('layout-shifts-asked')));
    });
    seen.push(...observer.takeRecords());
    observer.disconnect();
    return seen.filter(({ startTime }) => startTime > from).length;
  }, since);
}
