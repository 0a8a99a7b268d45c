/** The shop's look and words as the documents spell them: header, footer, menus, home sections, trust, currency, language. */
import { z } from 'zod';
import { linkAddress, pictureAddress } from './safe-address.ts';

/** Where a merchant's link may lead: a path of this shop, the web, mail or telephone (R91). '' is no link. */
export const link = z
  .string()
  .max(2048)
  .regex(linkAddress, 'must be a path, http, https, mailto or tel address');

/** A picture's address: a path of this shop or https. */
const image = z.string().max(2048).regex(pictureAddress, 'must be a path or an https address');

/** A colour as CSS writes it; nothing that could end a declaration gets through. */
export const color = z
  .string()
  .max(64)
  .regex(
    /^(#[0-9a-f]{3,8}|[a-z]+|(rgb|hsl|oklch|oklab|lab|lch)\([\d\s.,%/a-z-]+\))$/i,
    'must be a CSS colour',
  );

const pixels = z.number().int().min(0).max(2000);

/** Menu item (MENU-03, FTR-11). `type`: 1 home, 2 product, 3 collection, anything else its own `url`. */
export interface MenuItem {
  id: number;
  name: string;
  type: number;
  value: number | string;
  url: string;
  value_name: string;
  current: boolean;
  level: number;
  imgUrl: string;
  imgAlt: string;
  menuList: MenuItem[];
}
/** As settings and other platforms write it: only id and name are needed. */
type SentMenuItem = Pick<MenuItem, 'id' | 'name'> &
  Partial<Omit<MenuItem, 'menuList'>> & { menuList?: SentMenuItem[] };

export const menuItem: z.ZodType<MenuItem, SentMenuItem> = z.object({
  id: z.number().int(),
  name: z.string().max(120),
  type: z.number().int().default(0),
  /** Id of the product or collection. */
  value: z.union([z.number(), z.string().max(255)]).default(''),
  /** For types 2 and 3 the seo_url, else the link. */
  url: link.or(z.string().max(255)).default(''),
  value_name: z.string().max(255).default(''),
  current: z.boolean().default(false),
  level: z.number().int().min(0).max(2).default(0),
  imgUrl: image.default(''),
  imgAlt: z.string().max(255).default(''),
  get menuList(): z.ZodType<MenuItem[], SentMenuItem[] | undefined> {
    return z.array(menuItem).max(100).default([]);
  },
});

/** Badge of a menu item, by its name (MENU-10). */
export const menuBadge = z.object({
  popperText: z.string().max(40),
  popperColor: color,
  textColor: color,
  /** 1 square corners, otherwise rounded. */
  shapeType: z.number().int(),
});

/** Header config (HDR-04 to HDR-08, values R54). */
export const headerConfig = z.object({
  mobileMenuType: z.union([z.literal(1), z.literal(2)]).default(1),
  isNewHeader: z.boolean().default(false),
  headerStyle: z.union([z.literal(1), z.literal(2)]).default(1),
  headerType: z.union([z.literal(1), z.literal(2)]).default(1),
  headerHeight: pixels.default(80),
  menuHeight: pixels.default(48),
  headerMobileHeight: pixels.default(60),
  logoUrl: image.default(''),
  logoMobileUrl: image.default(''),
  logoWhiteUrl: image.default(''),
  logoAlt: z.string().max(255).default(''),
  logoMobileAlt: z.string().max(255).default(''),
  logoWidth: pixels.default(120),
  logoMobileWidth: pixels.default(96),
  isFixedHeader: z.boolean().default(false),
  isMask: z.boolean().default(false),
  searchStyle: z.union([z.literal(1), z.literal(2)]).default(2),
  searchMobileStyle: z.union([z.literal(1), z.literal(2)]).default(2),
  isColumnsShow: z.boolean().default(false),
  toolbar: z.object({ isshowSearch: z.boolean().default(true) }).default({ isshowSearch: true }),
  showNotice: z.boolean().default(false),
  onlyHomepage: z.boolean().default(false),
  /** R22. */
  noticeEverywhere: z.boolean().default(false),
  notice: z
    .object({
      contentArr: z.array(z.object({ content: z.string().max(300), url: link.default('') })).max(10),
    })
    .default({ contentArr: [] }),
  /** Of the notice bar. */
  bgColor: color.default('#23483c'),
  fontColor: color.default('#fbf8f2'),
});
export type HeaderConfig = z.output<typeof headerConfig>;

export const menuData = z.object({
  id: z.number().int(),
  title: z.string().max(120),
  menuList: z.array(menuItem).max(100),
});

/** An entry of the footer's layout (FTR-12): a menu by id, or the newsletter sign-up. */
export const footerMenu = z.object({
  menuId: z.number().int().default(0),
  type: z.enum(['menu', 'email']),
  /** Share of the row in percent. */
  width: z.number().min(0).max(100).default(25),
  title: z.string().max(120).default(''),
  main: z.string().max(1000).default(''),
  showTitle: z.boolean().default(true),
  /** Placeholder of the e-mail field (R55). */
  tip: z.string().max(120).default(''),
});

const socialLink = z.object({ url: link.default(''), imgUrl: image.default('') });

/** Footer config (FTR-12 to FTR-18, values R55). */
export const footerConfig = z.object({
  menus: z.array(footerMenu).max(20).default([]),
  subscribe: z
    .object({
      showTitle: z.boolean().default(true),
      title: z.string().max(120).default(''),
      main: z.string().max(1000).default(''),
    })
    .default({ showTitle: true, title: '', main: '' }),
  socialLinks: z
    .partialRecord(z.enum(['facebook', 'youtube', 'instagram', 'twitter', 'pinterest']), socialLink)
    .default({}),
  newSocialLinks: z
    .array(z.object({ icon: image, url: link }))
    .max(20)
    .default([]),
  showPayIcon: z.boolean().default(false),
  footerMenuStyle: z.union([z.literal(1), z.literal(2)]).default(1),
  footerMenuPosition: z.enum(['left', 'center', 'right']).default('left'),
  copyRightText: z.string().max(300).default(''),
  showRightSwitch: z.boolean().default(false),
  /** Menu of policies in the last line, 0 for none; beyond the documents. */
  policyMenuId: z.number().int().default(0),
});
export type FooterConfig = z.output<typeof footerConfig>;

/** Sections of a page by `name` + number; each section's own schema reads its fields (R70). */
export const pageModel = z.record(z.string().max(80), z.record(z.string().max(80), z.unknown()));
export type PageModel = z.output<typeof pageModel>;

/** Trust panel (TRUST-06); `contents` is JSON of the badges (R29). */
export const trustConfig = z.object({
  topic_color: color.default('#23483c'),
  contents: z.string().max(20_000).default('[]'),
  product_detail_visible: z.boolean().default(false),
  product_detail_type: z.number().int().default(1),
  shopping_cart_visible: z.boolean().default(false),
  shopping_cart_type: z.number().int().default(1),
  checkout_visible: z.boolean().default(false),
  checkout_type: z.number().int().default(1),
});
export type TrustConfig = z.output<typeof trustConfig>;

const currencyCode = z.string().regex(/^[A-Z]{3}$/, 'must be an ISO 4217 code');

/** Currencies (CUR-02, CUR-03, R59). */
export const currencyConfig = z.object({
  round_integer: z.boolean().default(false),
  default_show_currency: currencyCode,
  currencies: z
    .array(
      z.object({
        currency: currencyCode,
        rate: z.number().positive().max(1e9),
        is_default: z.boolean().default(false),
        name: z.string().max(80),
        flag: z.string().max(255).default(''),
        currency_format: z.object({
          decimal_mark: z.string().max(4),
          thousands_separator: z.string().max(4),
          symbol: z.string().max(8),
          format: z.string().max(40).includes('{{amount}}'),
        }),
      }),
    )
    .min(1)
    .max(200),
});

/** Words of a language by key (R51), and the languages the shop has (R84). */
export const languageData = z.object({
  languageConfig: z.record(z.string().max(80), z.string().max(1000)),
  languages: z.array(z.object({ lang: z.string().max(12), name: z.string().max(60) })),
  /** Selector of the shop's translation widget, '' where it has none. */
  widget: z.string().max(60).default(''),
});

/** A country the shop ships to. */
export const countryData = z.object({
  /** ISO 3166 alpha-2. */
  code: z.string(),
  name: z.string(),
  provinces: z.array(z.object({ code: z.string(), name: z.string() })),
  /** With leading +. */
  phone_code: z.string(),
  /** Beyond the documents: a whole postal code as a regular expression, '' where there is none to check. */
  zip_pattern: z.string(),
  zip_required: z.boolean(),
  /** Beyond the documents: true where phone numbers are digits alone (VAL-10). */
  phone_numeric: z.boolean().optional(),
});

/** How the bag behaves (R11, R13, R94). */
export const bagSettings = z.object({
  /** toast, to-cart, drawer, show-bag; anything else opens the dropdown. */
  afterAdd: z.string().max(20).default('show-bag'),
  bagStyle: z.enum(['dropdown', 'drawer']).default('dropdown'),
  bagIcon: z.enum(['popup', 'jump']).default('popup'),
  bagBadgeStyle: z.enum(['number', 'dot']).default('number'),
  /** Boxes to choose by beside the lines: always, or once the shopper asks for them; until then all is ordered. */
  bagSelection: z.enum(['shown', 'asked']).default('shown'),
  /** Shop currency; what does not read as a number hides the bar (R67). */
  freeShippingThreshold: z
    .union([z.number(), z.string().max(40)])
    .nullable()
    .default(null),
  /** ms (R10). */
  toastDuration: z.number().int().min(0).max(60_000).default(1000),
});

/** What the bag is told: its settings, and whether it has marketing events to ask for (R26). */
const bagData = bagSettings.extend({ hasEvents: z.boolean().optional() });
export type BagData = z.output<typeof bagData>;

export const shopData = z.object({
  name: z.string(),
  tagline: z.string(),
  /** For search engines, where a page has none of its own. */
  description: z.string(),
  /** Language of the pages, BCP 47. */
  lang: z.string(),
  /** Public origin, without a trailing slash. */
  origin: z.string(),
  /** Address of the merchant's tokens and section values, '' while there are none. */
  themeCss: z.string(),
  /** Colour of the page, for what the browser draws around it. */
  paperColor: z.string(),
  headerMenuId: z.number().int(),
  footerMenuIds: z.array(z.number().int()),
  /** Pages linked in the foot of the checkout (CHK-18). */
  checkoutArticleIds: z.array(z.number().int()),
  /** Whether the shop has customer accounts to log in to. */
  hasAccounts: z.boolean(),
  /** The sandbox plays the payment provider: every page says so. */
  isTestMode: z.boolean(),
  /** The marketing events that product pages have to ask for: how each looks, and the handles of its products; none: all (R69). */
  productEvents: z.array(
    z.object({
      event: z.string(),
      type: z.literal([1, 2, 3]),
      iconClass: z.string().optional(),
      products: z.array(z.string()),
    }),
  ),
  /** Purchases pass along product pages (R28); left out where they do not. */
  hasBarrage: z.boolean().optional(),
  /** Types of the pages that the corner notice is for (NOTICE-06); left out where it is off. */
  noticePages: z.union([z.literal('all'), z.array(z.string())]).optional(),
  /** Unpaid orders are reminded of; left out where they are not. */
  remindsOrders: z.boolean().optional(),
  /** Pages do not tell of visits (setting `visits`); left out where they do. */
  ignoresVisits: z.boolean().optional(),
  /** Purchases are told somewhere: the checkout asks whether by name (R125); left out where they are not. */
  tellsPurchases: z.boolean().optional(),
  /** PayPal is to be expected on product pages (R60); left out where it is not. */
  hasPayPal: z.boolean().optional(),
  /** The same for the checkout's page. */
  hasCheckoutPayPal: z.boolean().optional(),
  /** True: nobody is told when something is back in stock. */
  isSilentOfStock: z.boolean().optional(),
  /** Advertising services and the setting `consent` (R77, R122); left out where there is nothing to consent to. */
  advertising: z
    .object({
      consent: z.enum(['ask', 'implied']),
      /** Ids by service: meta, tiktok, google, pinterest, snapchat. */
      pixels: z.record(z.string(), z.string()),
      /** Services that the server forwards conversions to. */
      conversions: z.array(z.enum(['meta', 'tiktok'])),
    })
    .optional(),
  /** Addresses of the shop elsewhere, for search engines. */
  sameAs: z.array(z.string()),
  email: z.string(),
  /** Lines of its postal address, for invoices. */
  address: z.array(z.string()).optional(),
  /** Whose days its papers are dated by, IANA; left out for UTC. */
  timeZone: z.string().optional(),
  bag: bagData,
});
