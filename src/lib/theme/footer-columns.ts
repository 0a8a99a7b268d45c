import type { FooterConfig, MenuItem } from '#lib/contract/wire-theme.ts';

export interface FooterColumn {
  /** Of the layout entry, from 1; the theme's sheet gives it its width. */
  position: number;
  /** '' when the entry hides it. */
  title: string;
  text: string;
  links: MenuItem[];
}

interface FooterData extends Pick<FooterConfig, 'menus'> {
  menusData: { id: number; title: string; menuList: MenuItem[] }[];
}

/** The footer's columns: at most four menus, in layout order (FTR-02, FTR-13, R41). A menu that is gone leaves no column. */
export function footerColumns({ menus, menusData }: FooterData): FooterColumn[] {
  return menus
    .map((entry, index) => ({ entry, position: index + 1 }))
    .filter(({ entry }) => entry.type === 'menu')
    .slice(0, 4)
    .flatMap(({ entry, position }) => {
      const menu = menusData.find(({ id }) => id === entry.menuId);
      if (!menu && !entry.main) return [];
      const title = entry.showTitle ? entry.title || menu?.title || '' : '';
      return [{ position, title, text: entry.main, links: menu?.menuList ?? [] }];
    });
}
