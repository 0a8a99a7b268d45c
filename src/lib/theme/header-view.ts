/** What the header shows, worked out from its settings alone: the same for every visitor and every page of a kind. Pure. */
import type { HeaderConfig, MenuItem } from '#lib/contract/wire-theme.ts';
import type { PageType } from '#lib/pages/page-table.ts';
import { menuLink, opensNewWindow } from './menu-link.ts';

/** Levels a menu has at most; deeper items are not shown (MENU-01, MENU-02). */
const menuLevels = 3;

export interface MenuEntry {
  name: string;
  /** '' for plain text. */
  href: string;
  /** Leads to another site, in a window of its own (MENU-22). */
  isOutside: boolean;
  picture: { src: string; alt: string } | null;
  /** `place` is the badge's position in the settings: the theme's sheet gives it its colours and shape. */
  badge: { text: string; place: number } | null;
  children: MenuEntry[];
}

type Badges = Readonly<Record<string, { popperText: string }>>;

/**
 * The entries of a menu.
 * @param badges by item name (MENU-10)
 * @param origin of the shop, to tell other sites' addresses from its own
 */
export function menuEntries(
  items: readonly MenuItem[],
  badges: Badges,
  origin: string,
  levels = menuLevels,
): MenuEntry[] {
  const places = Object.keys(badges);
  return items.map((item) => {
    const href = menuLink(item, 'header');
    const place = places.indexOf(item.name);
    return {
      name: item.name,
      href,
      isOutside: opensNewWindow(href, origin),
      picture: item.imgUrl ? { src: item.imgUrl, alt: item.imgAlt } : null,
      badge: place < 0 ? null : { text: badges[item.name]!.popperText, place: place + 1 },
      children: levels > 1 ? menuEntries(item.menuList, badges, origin, levels - 1) : [],
    };
  });
}

export interface Logo {
  wide: { src: string; alt: string };
  small: { src: string; alt: string };
  /** Takes the logo's place while the header is sticky (HDR-10); '' for none. */
  sticky: string;
}

/** The logo: each layout falls back to the other's; null when there is neither (HDR-09, HDR-11). */
export function logoOf(header: HeaderConfig, shopName: string): Logo | null {
  const { logoUrl, logoMobileUrl, logoAlt, logoMobileAlt, logoWhiteUrl } = header;
  if (!logoUrl && !logoMobileUrl) return null;
  return {
    wide: { src: logoUrl || logoMobileUrl, alt: logoAlt || logoMobileAlt || shopName },
    small: { src: logoMobileUrl || logoUrl, alt: logoMobileAlt || logoAlt || shopName },
    sticky: logoWhiteUrl,
  };
}

/**
 * Class names of the header: its variant and everything else that only changes how it is laid out (HDR-01 to HDR-03, R54).
 * The style sheet knows what each means; the markup is the same in all of them.
 */
export function headerClasses(header: HeaderConfig): string[] {
  const layout = header.isNewHeader ? 'new' : header.headerStyle === 2 ? 'centre' : 'left';
  const switches: [boolean, string][] = [
    [header.headerType === 2, 'header-over'],
    [header.isFixedHeader, 'header-fixed'],
    [header.isFixedHeader && header.logoWhiteUrl !== '', 'header-white'],
    [header.isMask, 'header-mask'],
    [header.isColumnsShow, 'header-columns'],
    [!header.isColumnsShow, 'header-list'],
    [header.mobileMenuType === 2, 'menu-unfolds'],
    [header.mobileMenuType !== 2, 'menu-drills'],
    [header.toolbar.isshowSearch && header.searchStyle === 1, 'search-open-wide'],
    [header.toolbar.isshowSearch && header.searchMobileStyle === 1, 'search-open-small'],
  ];
  return [`header-${layout}`, ...switches.filter(([isOn]) => isOn).map(([, name]) => name)];
}

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
