/** The shop's header on the 500 page: values from the last rendered page of the shop. */
export interface ErrorPageHeader {
  shopName: string;
  logo: { src: string; alt: string } | null;
  /** Path of the stylesheet with the shop's colours. */
  sheet: string;
  /** First level of the menu. */
  links: readonly { name: string; href: string }[];
  /** Accessible name of the menu. */
  menuLabel: string;
  /** Language of the entries. */
  lang: string;
}
