/** Everything the header does by itself; what can wait is fetched when it is meant. */
import { mountMenu } from './mount-menu.ts';
import { mountNotice } from './notice-links.ts';
import { mountSearchForms, mountSearchPanel } from './search-form.ts';
import { mountSticky } from './sticky.ts';

export function mountHeader(): void {
  mountSearchForms();
  const header = document.getElementById('header');
  if (!header) return;
  mountMenu(header);
  const mark = document.querySelector('.stick-mark');
  if (mark) mountSticky(header, mark);
  const panel = document.getElementById('search');
  if (panel) mountSearchPanel(panel);
  const notice = document.querySelector('.notice');
  if (notice) mountNotice(notice);
  const place = header.querySelector<HTMLElement>('[data-language-widget]');
  if (place) void import('../language/find-widget.ts').then(({ awaitWidget }) => awaitWidget(place));
  header.addEventListener('click', async ({ target }) => {
    if (!(target as Element).closest('[data-logout]')) return;
    const { logOut } = await import('./logout.ts');
    await logOut();
  });
}
