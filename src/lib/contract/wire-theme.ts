/**
 * Schemas of the shop's theme and texts in the format of the requirements: header, footer, menus, home sections, trust badges, currency,
 * language.
 */
import { z } from 'zod';
import { imageUrlPattern, linkUrlPattern } from './safe-url.ts';

/** Target of a merchant's link: a path of this shop, or an http, https, mailto or tel URL (R91); '' means that there is no link. */
export const link = z
  .string()
  .max(2048)
  .regex(linkUrlPattern, 'must be a path, or an http, https, mailto or tel URL');

/** URL of an image: a path of this shop or an https URL. */
const image = z.string().max(2048).regex(imageUrlPattern, 'must be a path or an https URL');

/** A CSS colour; the pattern rejects characters that could end the CSS declaration. */
export const color = z
  .string()
  .max(64)
  .regex(
    /^(#[0-9a-f]{3,8}|[a-z]+|(rgb|hsl|oklch|oklab|lab|lch)\([\d\s.,%/a-z-]+\))$/i,
    'must be a CSS colour',
  );

const pixels = z.number().int().min(0).max(2000);

/** Menu item (MENU-03, FTR-11). Only id and name are required in settings and from other platforms. */
export const menuItem = z.object({
  id: z.number().int().describe('Number of the item, unique in the menu.'),
  name: z.string().max(120).describe('Text of the item.'),
  type: z
    .number()
    .int()
    .default(0)
    .describe('Target of the item: 1 home page, 2 product, 3 collection, any other number the URL in `url`.'),
  value: z
    .union([z.number(), z.string().max(255)])
    .default('')
    .describe('Id of the product or collection in API responses. Do not set it in theme.json.'),
  url: link
    .or(z.string().max(255))
    .default('')
    .describe(
      'Types 2 and 3: handle of the product or collection. Otherwise: a path of this shop, or an http, https, mailto or tel URL. Empty: no link.',
    ),
  value_name: z
    .string()
    .max(255)
    .default('')
    .describe('Title of the target, for editors. Pages do not show it.'),
  current: z
    .boolean()
    .default(false)
    .describe('true in API responses for the item of the current page. Do not set it in theme.json.'),
  level: z
    .number()
    .int()
    .min(0)
    .max(2)
    .default(0)
    .describe('Depth of the item in the menu, 0 for the first level. Pages do not read it.'),
  imgUrl: image
    .default('')
    .describe('Image shown with the item in the header menu: a path, an https URL, or a file in media/.'),
  imgAlt: z.string().max(255).default('').describe('Alternative text of the image.'),
  get menuList(): z.ZodDefault<z.ZodArray<typeof menuItem>> {
    return z.array(menuItem).max(100).default([]).describe('Items of the next menu level.');
  },
});
export type MenuItem = z.output<typeof menuItem>;

/** Badge of a menu item; badges are keyed by the item's name (MENU-10). */
export const menuBadge = z.object({
  popperText: z.string().max(40).describe('Text of the badge.'),
  popperColor: color.describe('Background colour of the badge.'),
  textColor: color.describe('Text colour of the badge.'),
  shapeType: z.number().int().describe('1 square corners, any other number rounded corners.'),
});

/** Header settings (HDR-04 to HDR-08, with the values of R54). */
export const headerConfig = z.object({
  mobileMenuType: z
    .union([z.literal(1), z.literal(2)])
    .default(1)
    .describe('Menu on phones: 1 each level opens as a panel, 2 each level expands below its item.'),
  isNewHeader: z
    .boolean()
    .default(false)
    .describe(
      'true: on wide screens the menu is left of a centred logo and the tools are on the right, whatever headerStyle is.',
    ),
  headerStyle: z
    .union([z.literal(1), z.literal(2)])
    .default(1)
    .describe('Layout: 1 logo on the left, 2 logo in the centre.'),
  headerType: z
    .union([z.literal(1), z.literal(2)])
    .default(1)
    .describe('1 opaque header, 2 transparent over the first banner until the page is scrolled.'),
  headerHeight: pixels.default(80).describe('Height of the header on wide screens, px.'),
  menuHeight: pixels.default(48).describe('Height of the menu row on wide screens, px.'),
  headerMobileHeight: pixels.default(60).describe('Height of the header on phones, px.'),
  logoUrl: image.default('').describe('Logo on wide screens: a path of this shop or an https URL.'),
  logoMobileUrl: image.default('').describe('Logo on phones. Empty: logoUrl.'),
  logoWhiteUrl: image
    .default('')
    .describe('Logo of the header while it stays at the top of a scrolled page. Empty: the usual logo.'),
  logoAlt: z
    .string()
    .max(255)
    .default('')
    .describe('Alternative text of the logo. Empty: the name of the shop.'),
  logoMobileAlt: z
    .string()
    .max(255)
    .default('')
    .describe('Alternative text of the logo on phones. Empty: logoAlt.'),
  logoWidth: pixels.default(120).describe('Width of the logo on wide screens, px.'),
  logoMobileWidth: pixels.default(96).describe('Width of the logo on phones, px.'),
  isFixedHeader: z.boolean().default(false).describe('true: the header stays at the top of a scrolled page.'),
  isMask: z
    .boolean()
    .default(false)
    .describe('true: the page is dimmed while a menu or the search panel is open.'),
  searchStyle: z
    .union([z.literal(1), z.literal(2)])
    .default(2)
    .describe('Search on wide screens: 1 an input that is always open, 2 an icon that opens it.'),
  searchMobileStyle: z
    .union([z.literal(1), z.literal(2)])
    .default(2)
    .describe('Search on phones: 1 an input that is always open, 2 an icon that opens it.'),
  isColumnsShow: z
    .boolean()
    .default(false)
    .describe('true: the second menu level is laid out in columns. false: as a list.'),
  toolbar: z
    .object({ isshowSearch: z.boolean().default(true).describe('false: hide the search.') })
    .default({ isshowSearch: true })
    .describe('Tools of the header.'),
  showNotice: z
    .boolean()
    .default(false)
    .describe('true: show the notice bar. onlyHomepage and noticeEverywhere choose the pages.'),
  onlyHomepage: z
    .boolean()
    .default(false)
    .describe('true: the notice bar is on the home page only. false: on all other pages only.'),
  noticeEverywhere: z
    .boolean()
    .default(false)
    .describe('true, with onlyHomepage: the notice bar is on the home page and on all other pages (R22).'),
  notice: z
    .object({
      contentArr: z
        .array(
          z.object({
            content: z.string().max(300).describe('Text of the message.'),
            url: link.default('').describe('The link of the message. Empty: no link.'),
          }),
        )
        .max(10)
        .describe('Messages of the notice bar, shown in turn.'),
    })
    .default({ contentArr: [] })
    .describe('The notice bar.'),
  bgColor: color.default('#23483c').describe('Background colour of the notice bar.'),
  fontColor: color.default('#fbf8f2').describe('Text colour of the notice bar.'),
});
export type HeaderConfig = z.output<typeof headerConfig>;

export const menuData = z.object({
  id: z
    .number()
    .int()
    .describe('Number of the menu. headerMenuId, footerMenuIds and policyMenuId refer to it.'),
  title: z.string().max(120).describe('Title of the menu, shown above it in the footer.'),
  menuList: z.array(menuItem).max(100).describe('The items of the menu, up to 3 levels.'),
});

/** A column of the footer (FTR-12): a menu, referenced by id, or the newsletter form. */
export const footerMenu = z.object({
  menuId: z.number().int().default(0).describe('Number of the menu, for `"type": "menu"`.'),
  type: z.enum(['menu', 'email']).describe('menu: a column of links. email: the newsletter form.'),
  width: z.number().min(0).max(100).default(25).describe('Width of the column, percent of the row.'),
  title: z
    .string()
    .max(120)
    .default('')
    .describe('Title of the column. Empty: the title of the menu, or of `subscribe`.'),
  main: z
    .string()
    .max(1000)
    .default('')
    .describe('Text of the column. Of the newsletter form, empty: the text of `subscribe`.'),
  showTitle: z.boolean().default(true).describe('false: hide the title of the column.'),
  tip: z.string().max(120).default('').describe('Placeholder of the email field (R55).'),
});

const socialLink = z.object({
  url: link.default('').describe('URL of the profile. Empty: the icon is not shown.'),
  imgUrl: image.default('').describe('Icon: a path or an https URL. Empty: the built-in icon.'),
});

/** Footer settings (FTR-12 to FTR-18, with the values of R55). */
export const footerConfig = z.object({
  menus: z
    .array(footerMenu)
    .max(20)
    .default([])
    .describe('Columns of the footer, from left to right: at most 4 menus and one newsletter form.'),
  subscribe: z
    .object({
      showTitle: z.boolean().default(true).describe('false: hide the title of the newsletter form.'),
      title: z.string().max(120).default('').describe('Title of the newsletter form.'),
      main: z.string().max(1000).default('').describe('Text of the newsletter form.'),
    })
    .default({ showTitle: true, title: '', main: '' })
    .describe('Title and text of the newsletter form, unless its column has its own.'),
  socialLinks: z
    .partialRecord(z.enum(['facebook', 'youtube', 'instagram', 'twitter', 'pinterest']), socialLink)
    .default({})
    .describe('Links to social networks, by network.'),
  newSocialLinks: z
    .array(
      z.object({
        icon: image.describe('Icon: a path or an https URL.'),
        url: link.describe('URL of the profile.'),
      }),
    )
    .max(20)
    .default([])
    .describe('Links to other networks, with your own icons.'),
  showPayIcon: z.boolean().default(false).describe('true: show card logos in the footer.'),
  footerMenuStyle: z
    .union([z.literal(1), z.literal(2)])
    .default(1)
    .describe('1 columns, 2 centred rows.'),
  footerMenuPosition: z
    .enum(['left', 'center', 'right'])
    .default('left')
    .describe('Alignment of the footer.'),
  copyRightText: z
    .string()
    .max(300)
    .default('')
    .describe('Copyright line, shown when showRightSwitch is true.'),
  showRightSwitch: z.boolean().default(false).describe('true: show copyRightText.'),
  policyMenuId: z
    .number()
    .int()
    .default(0)
    .describe('Number of the menu in the last line of the footer, such as legal pages. 0: none.'),
});
export type FooterConfig = z.output<typeof footerConfig>;

/** Sections of a page, keyed by the section's name and a number; each section's own schema validates its fields (R70). */
export const sectionsByName = z.record(z.string().max(80), z.record(z.string().max(80), z.unknown()));
export type SectionsByName = z.output<typeof sectionsByName>;

/** Settings of the trust badges (TRUST-06); `contents` contains the badges as JSON text (R29). */
export const trustConfig = z.object({
  topic_color: color.default('#23483c').describe('Colour of icons and titles.'),
  contents: z
    .string()
    .max(20_000)
    .default('[]')
    .describe(
      'The badges, as JSON text: [{"title", "visible", "items": [{"title", "titleIconStatus", "titleIcon", "content", "imagesStatus", "images", "customImages"}]}] (R29).',
    ),
  product_detail_visible: z.boolean().default(false).describe('true: show the badges on product pages.'),
  product_detail_type: z
    .number()
    .int()
    .default(1)
    .describe('Product page: 1 badges are collapsed, 2 badges are expanded.'),
  shopping_cart_visible: z.boolean().default(false).describe('true: show the badges in the bag.'),
  shopping_cart_type: z
    .number()
    .int()
    .default(1)
    .describe('Bag: 1 badges are collapsed, 2 badges are expanded.'),
  checkout_visible: z.boolean().default(false).describe('true: show the badges in the checkout.'),
  checkout_type: z
    .number()
    .int()
    .default(1)
    .describe('Checkout: 1 badges start collapsed, 2 badges start expanded; shoppers can toggle them.'),
});
export type TrustConfig = z.output<typeof trustConfig>;

const currencyCode = z.string().regex(/^[A-Z]{3}$/, 'must be an ISO 4217 code');

/** Settings of the shop's currencies (CUR-02, CUR-03, R59). */
export const currencyConfig = z.object({
  round_integer: z.boolean().default(false).describe('true: show converted amounts as whole numbers.'),
  default_show_currency: currencyCode.describe('Currency that a new visitor sees, ISO 4217.'),
  currencies: z
    .array(
      z.object({
        currency: currencyCode.describe('ISO 4217 code, such as EUR.'),
        rate: z
          .number()
          .positive()
          .max(1e9)
          .describe('Exchange rate: the value of one unit of the shop’s currency in this currency.'),
        is_default: z
          .boolean()
          .default(false)
          .describe('true: the currency of the shop, in which orders are charged.'),
        name: z.string().max(80).describe('Name of the currency: the tooltip of its option in the picker.'),
        flag: z
          .string()
          .max(255)
          .default('')
          .describe('Code or path of a flag, such as eu, for other clients. Pages do not show it.'),
        currency_format: z
          .object({
            decimal_mark: z.string().max(4).describe('Decimal separator.'),
            thousands_separator: z.string().max(4).describe('Thousands separator.'),
            symbol: z.string().max(8).describe('Symbol of the currency, such as €.'),
            format: z
              .string()
              .max(40)
              .includes('{{amount}}')
              .describe('An amount with its symbol; {{amount}} is replaced by the number.'),
          })
          .describe('Format of amounts.'),
      }),
    )
    .min(1)
    .max(200)
    .describe('All currencies that shoppers can choose.'),
});

/** Texts of a language, keyed by text key (R51), and the languages of the shop (R84). */
export const languageData = z.object({
  languageConfig: z.record(z.string().max(80), z.string().max(1000)),
  languages: z.array(z.object({ lang: z.string().max(12), name: z.string().max(60) })),
  /** CSS selector of the shop's translation widget, '' for none. */
  widget: z.string().max(60).default(''),
});

/** A country for a delivery or billing address. */
export const countryData = z.object({
  /** Country code, ISO 3166 alpha-2. */
  code: z.string(),
  name: z.string(),
  provinces: z.array(z.object({ code: z.string(), name: z.string() })),
  /** Calling code, with a leading +. */
  phone_code: z.string(),
  /** API extension: regular expression that the whole postal code must match, '' for no check. */
  zip_pattern: z.string(),
  zip_required: z.boolean(),
  /** API extension: true if phone numbers must contain only digits (VAL-10). */
  phone_numeric: z.boolean().optional(),
});

/** Settings of the bag (R11, R13, R94). */
export const bagSettings = z.object({
  afterAdd: z
    .string()
    .max(20)
    .default('show-bag')
    .describe(
      'Action after a shopper adds a product: toast, to-cart, drawer or show-bag (opens the bag as bagStyle sets). Any other text opens the dropdown (R11).',
    ),
  bagStyle: z
    .enum(['dropdown', 'drawer'])
    .default('dropdown')
    .describe('The bag opens as a dropdown or as a drawer.'),
  bagIcon: z
    .enum(['popup', 'jump'])
    .default('popup')
    .describe(
      'The bag icon on wide screens: popup opens the bag, jump goes to /cart. On screens up to 1040 px it always goes to /cart.',
    ),
  bagBadgeStyle: z
    .enum(['number', 'dot'])
    .default('number')
    .describe('Badge of the bag icon: the number of items, or a dot.'),
  bagSelection: z
    .enum(['shown', 'asked'])
    .default('shown')
    .describe(
      'Checkboxes that choose which lines to order: always shown, or only after the shopper asks for them.',
    ),
  freeShippingThreshold: z
    .union([z.number(), z.string().max(40)])
    .nullable()
    .default(null)
    .describe(
      'Amount from which shipping is free, for the progress bar, in the currency of the shop: 59 means 59.00. null: no bar (R67).',
    ),
  toastDuration: z
    .number()
    .int()
    .min(0)
    .max(60_000)
    .default(1000)
    .describe('How long the message after adding a product stays, ms.'),
});

/** Settings that the bag's islands receive; `hasEvents`: whether they should request marketing events (R26). */
const bagData = bagSettings.extend({ hasEvents: z.boolean().optional() });
export type BagData = z.output<typeof bagData>;

export const shopData = z.object({
  name: z.string(),
  tagline: z.string(),
  /** Default meta description of pages. */
  description: z.string(),
  /** Language of the pages, BCP 47. */
  lang: z.string(),
  /** Public origin, without a trailing slash. */
  origin: z.string(),
  /** URL of the stylesheet with the merchant's design tokens and section values, '' if there are none. */
  themeCss: z.string(),
  /** Background colour of pages, for the browser's own UI (`theme-color`). */
  paperColor: z.string(),
  headerMenuId: z.number().int(),
  footerMenuIds: z.array(z.number().int()),
  /** Ids of the pages linked in the footer of the checkout (CHK-18). */
  checkoutArticleIds: z.array(z.number().int()),
  /** True if the shop has customer accounts. */
  hasAccounts: z.boolean(),
  /** True if the sandbox simulates the payment provider; every page then displays a notice. */
  isTestMode: z.boolean(),
  /**
   * Marketing events that product pages request, with their appearance and product handles; an empty list of handles means all products
   * (R69).
   */
  productEvents: z.array(
    z.object({
      event: z.string(),
      type: z.literal([1, 2, 3]),
      iconClass: z.string().optional(),
      products: z.array(z.string()),
    }),
  ),
  /** True if product pages display scrolling messages about recent purchases (R28); otherwise absent. */
  hasBarrage: z.boolean().optional(),
  /** Page types on which the purchase notice appears (NOTICE-06); absent if the notice is disabled. */
  noticePages: z.union([z.literal('all'), z.array(z.string())]).optional(),
  /** True if shoppers see a reminder of their unpaid orders; otherwise absent. */
  remindsOrders: z.boolean().optional(),
  /** True if pages send no visit data (setting `visits`); otherwise absent. */
  ignoresVisits: z.boolean().optional(),
  /** True if purchases are displayed publicly, so that the checkout asks for consent to show the name (R125); otherwise absent. */
  tellsPurchases: z.boolean().optional(),
  /** True if product pages may display PayPal buttons (R60); otherwise absent. */
  hasPayPal: z.boolean().optional(),
  /** True if the checkout page may display PayPal buttons; otherwise absent. */
  hasCheckoutPayPal: z.boolean().optional(),
  /** true: the shop sends no back-in-stock notifications. */
  isSilentOfStock: z.boolean().optional(),
  /** Settings of advertising services, and the setting `consent` (R77, R122); absent if there are none. */
  advertising: z
    .object({
      consent: z.enum(['ask', 'implied']),
      /** Pixel ids by service: meta, tiktok, google, pinterest, snapchat. */
      pixels: z.record(z.string(), z.string()),
      /** Services to which the server forwards conversions. */
      conversions: z.array(z.enum(['meta', 'tiktok'])),
    })
    .optional(),
  /** URLs of the shop's profiles on other sites, for search engines. */
  sameAs: z.array(z.string()),
  email: z.string(),
  /** Lines of the shop's postal address, for invoices and search engines. */
  address: z.array(z.string()).optional(),
  /** Return period in days (setting `returns`) and countries that the shop ships to; absent if returns cannot be requested. */
  returns: z.object({ days: z.number().int(), countries: z.array(z.string()) }).optional(),
  /** IANA time zone for the dates on invoices; absent for UTC. */
  timeZone: z.string().optional(),
  bag: bagData,
});
