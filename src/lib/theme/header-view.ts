/** View model of the header, derived only from its settings: the same for every visitor and for every page of a type. Pure. */
import type { HeaderConfig, MenuItem } from '#lib/contract/wire-theme.ts';
import type { PageType } from '#lib/pages/page-routes.ts';
import { isExternalUrl, menuLink } from './menu-link.ts';

/** Maximum depth of a menu; deeper items are not displayed (MENU-01, MENU-02). */
const menuLevels = 3;

export interface MenuEntry {
  name: string;
  /** URL of the link; '' for plain text. */
  href: string;
  /** True if the link leads to another site and opens in a new window (MENU-22). */
  isOutside: boolean;
  picture: { src: string; alt: string } | null;
  /** Badge of the item. `place` is its position in the settings, from 1: the theme's stylesheet sets its colours and shape. */
  badge: { text: string; place: number } | null;
  children: MenuEntry[];
}

type Badges = Readonly<Record<string, { popperText: string }>>;

/**
 * Returns the entries of a menu.
 * @param badges badges by item name (MENU-10)
 * @param origin origin of the shop, to detect links to other sites
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
      isOutside: isExternalUrl(href, origin),
      picture: item.imgUrl ? { src: item.imgUrl, alt: item.imgAlt } : null,
      badge: place < 0 ? null : { text: badges[item.name]!.popperText, place: place + 1 },
      children: levels > 1 ? menuEntries(item.menuList, badges, origin, levels - 1) : [],
    };
  });
}

export interface Logo {
  wide: { src: string; alt: string };
  small: { src: string; alt: string };
  /** URL of the logo that replaces the usual one while the header is sticky (HDR-10); '' for none. */
  sticky: string;
}

/**
 * Returns the logo for wide and small screens; if one of the two is missing, the other is used. null if there is neither (HDR-09, HDR-11).
 */
export function getHeaderLogo(header: HeaderConfig, shopName: string): Logo | null {
  const { logoUrl, logoMobileUrl, logoAlt, logoMobileAlt, logoWhiteUrl } = header;
  if (!logoUrl && !logoMobileUrl) return null;
  return {
    wide: { src: logoUrl || logoMobileUrl, alt: logoAlt || logoMobileAlt || shopName },
    small: { src: logoMobileUrl || logoUrl, alt: logoMobileAlt || logoAlt || shopName },
    sticky: logoWhiteUrl,
  };
}

/**
 * Returns the class names of the header: its layout, and all settings that only change its appearance (HDR-01 to HDR-03, R54). The markup
 * is the same for all of them.
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

/** Returns whether pages of this type display the notice bar (R22, HDR-25, HDR-26). */
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

/** Returns whether the notice bar is in the wrapper above the header instead of inside the header (HDR-28). */
export function isNoticeAboveHeader(page: PageType): boolean {
  return onTop.has(page);
}
