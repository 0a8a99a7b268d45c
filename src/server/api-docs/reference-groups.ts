/** The sections of the API reference, in order; a row belongs to the first whose pattern its address meets. */
const groups: readonly (readonly [title: string, pattern: RegExp])[] = [
  ['Payments', /\/paypal\/|\/payments?\/|\/pay\/|\/payments$|airwallex|webhooks|shop\/link/],
  ['Checkout', /checkout|shippings|\/taxes|\/tax\/|google-map|insurance|tip|country/],
  ['Orders', /\/order|pre_order|presale/],
  ['Bag', /\/cart\/|checkouts\/discount/],
  ['Promotions', /promotion|combination|\/products\/:id\/discount/],
  ['Recommendations and popups', /recommend|popup|purchase|atmosphere/],
  ['Reviews and uploads', /comments|upload/],
  ['Customers', /customer/],
  ['Tracking', /session|\/page\/|pixel/],
  [
    'Shop and theme',
    /getModel|getHeader|getFooter|getLanguage|currency|trust|storefront\/(shop|theme)|getSysTime/,
  ],
  ['Catalogue', /./],
];

/** Titles in the order in which a shopper meets them. */
export const groupTitles = [
  'Catalogue',
  'Bag',
  'Promotions',
  'Checkout',
  'Orders',
  'Payments',
  'Customers',
  'Reviews and uploads',
  'Recommendations and popups',
  'Shop and theme',
  'Tracking',
] as const;

export function groupOf(key: string): string {
  const path = key.split(' ')[1] ?? '';
  return groups.find(([, pattern]) => pattern.test(path))?.[0] ?? 'Catalogue';
}
