/** Layout shifts of a page, as the browser counts them. */
import type { Page } from '@playwright/test';

/**
 * Returns the number of layout shifts so far. The browser reports a shift one frame later, so this waits two frames.
 * @param since time of the page's clock, ms; ignores earlier shifts
 */
export function layoutShifts(page: Page, since = 0): Promise<number> {
  return page.evaluate(async (from) => {
    const seen: PerformanceEntry[] = [];
    const observer = new PerformanceObserver((list) => seen.push(...list.getEntries()));
    observer.observe({ type: 'layout-shift', buffered: true });
    // Buffered entries arrive in a separate task, before that of the mark.
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
