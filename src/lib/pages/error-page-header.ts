/** Header of the 500 page, with values from the most recently rendered page of the shop. */
export interface ErrorPageHeader {
  shopName: string;
  logo: { src: string; alt: string } | null;
  /** Path of the stylesheet with the shop's colours. */
  sheet: string;
  /** Links of the menu's first level. */
  links: readonly { name: string; href: string }[];
  /** Accessible name of the menu. */
  menuLabel: string;
  /** Language of the names and labels. */
  lang: string;
}
