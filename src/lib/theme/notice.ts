import type { HeaderConfig } from '#lib/contract/wire-theme.ts';
import type { PageType } from '#lib/pages/page-table.ts';

type NoticeSettings = Pick<HeaderConfig, 'showNotice' | 'onlyHomepage' | 'noticeEverywhere'>;

/** Whether the notice bar stands on a page of this type (R22, HDR-25, HDR-26). */
export function showsNotice(settings: NoticeSettings, page: PageType): boolean {
  const { showNotice, onlyHomepage, noticeEverywhere } = settings;
  if (page === 'home') return showNotice && onlyHomepage;
  return showNotice && (!onlyHomepage || noticeEverywhere);
}

const onTop: ReadonlySet<PageType> = new Set<PageType>([
  'home',
  'detail',
  'promotions',
  'collections',
  'cart',
]);

/** Whether the bar stands in the wrapper above the header on a page of this type, or inside the header (HDR-28). */
export function isNoticeOnTop(page: PageType): boolean {
  return onTop.has(page);
}
