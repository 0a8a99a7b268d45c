/** What the 500 page shows of the shop around its message: values that a page of the shop was rendered with. */
export interface ErrorFrame {
  shopName: string;
  logo: { src: string; alt: string } | null;
  /** Path of the stylesheet, with the shop's colours. */
  sheet: string;
  /** Entries of the menu's first level. */
  links: readonly { name: string; href: string }[];
  /** Name of the menu for screen readers. */
  menuLabel: string;
  /** Language of the entries. */
  lang: string;
}
