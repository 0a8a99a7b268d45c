/** View model of the footer, derived only from its settings. Pure. */
import type { FooterConfig, MenuItem } from '#lib/contract/wire-theme.ts';
import { isExternalUrl, menuLink } from './menu-link.ts';

/** Maximum number of menu columns (FTR-02, R41). */
const maxMenus = 4;

export interface FooterLink {
  name: string;
  /** URL of the link; '' for plain text. */
  href: string;
  isOutside: boolean;
}

export interface FooterColumn {
  kind: 'menu' | 'email';
  /** Position of the column in the footer settings, from 1; the theme's stylesheet sets the column's width. */
  position: number;
  /** Title of the column; '' if the settings hide it. */
  title: string;
  text: string;
  links: FooterLink[];
  /** Placeholder of the email field. */
  tip: string;
}

interface FooterData extends Pick<FooterConfig, 'menus' | 'subscribe'> {
  menusData: { id: number; title: string; menuList: MenuItem[] }[];
}

/**
 * Returns the footer's columns in the order of the settings: at most four menus and one newsletter form (FTR-02, FTR-13, R41). A column is
 * omitted if its menu does not exist and it has no text. If the newsletter form has no texts of its own, those of `subscribe` apply
 * (FTR-14).
 * @param origin origin of the shop, to detect links to other sites
 */
export function footerColumns({ menus, menusData, subscribe }: FooterData, origin: string): FooterColumn[] {
  const columns = menus.map((entry, index): FooterColumn | null => {
    const { type, title, main, showTitle, tip } = entry;
    const column = { kind: type, position: index + 1, text: main, links: [], tip };
    if (type === 'email') {
      const isShown = showTitle && subscribe.showTitle;
      return { ...column, title: isShown ? title || subscribe.title : '', text: main || subscribe.main };
    }
    const menu = menusData.find(({ id }) => id === entry.menuId);
    if (!menu && !main) return null;
    const links = footerLinks(menu?.menuList ?? [], origin);
    return { ...column, title: showTitle ? title || menu?.title || '' : '', links };
  });
  const remaining = { menu: maxMenus, email: 1 };
  return columns.filter((column) => column !== null).filter(({ kind }) => remaining[kind]-- > 0);
}

/** Returns the links of a footer menu, first level only. */
export function footerLinks(items: readonly MenuItem[], origin: string): FooterLink[] {
  return items.map((item) => {
    const href = menuLink(item, 'footer');
    return { name: item.name, href, isOutside: isExternalUrl(href, origin) };
  });
}

export interface SocialLink {
  /** Name of the network, such as `facebook`, or the site's host name. */
  name: string;
  url: string;
  /** URL of the icon; '' for the built-in icon. If there is no built-in icon, the footer displays the name. */
  icon: string;
}

/** Returns all social links that have a URL: the five predefined networks first, then the merchant's own links (FTR-15 to FTR-17). */
export function socialLinks({ socialLinks: named, newSocialLinks }: FooterConfig): SocialLink[] {
  return [
    ...Object.entries(named).map(([name, { url, imgUrl }]) => ({ name, url, icon: imgUrl })),
    ...newSocialLinks.map(({ icon, url }) => ({ name: hostOf(url), url, icon })),
  ].filter(({ url }) => url !== '');
}

function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).hostname.replace(/^www\./, '') : url;
}

/** Returns the class names of the footer: its style and position (FTR-18, R55). */
export function footerClasses({ footerMenuStyle, footerMenuPosition }: FooterConfig): string[] {
  return [footerMenuStyle === 2 ? 'footer-rows' : 'footer-cols', `footer-${footerMenuPosition}`];
}
