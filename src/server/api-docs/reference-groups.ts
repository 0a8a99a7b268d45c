/** Sections of the API reference. An endpoint belongs to the first section whose pattern matches its path. */
const groups: readonly (readonly [place: number, title: string, pattern: RegExp])[] = [
  [12, 'Admin', /\/admin\//],
  [6, 'Payments', /\/paypal\/|\/payments?\/|\/pay\/|\/payments$|airwallex|webhooks|shop\/link/],
  [4, 'Checkout', /checkout|shippings|\/taxes|\/tax\/|google-map|insurance|tip|country/],
  [5, 'Orders', /\/order|pre_order|presale/],
  [2, 'Bag', /\/cart\/|checkouts\/discount/],
  [3, 'Promotions', /promotion|combination|\/products\/:id\/discount/],
  [9, 'Recommendations and popups', /recommend|popup|purchase|atmosphere/],
  [8, 'Reviews and uploads', /comments|upload/],
  [7, 'Customers', /customer/],
  [11, 'Tracking', /session|\/page\/|pixel/],
  [
    10,
    'Shop and theme',
    /getModel|getHeader|getFooter|getLanguage|currency|trust|storefront\/(shop|theme)|getSysTime/,
  ],
  [1, 'Catalogue', /./],
];

/** Section titles of the API reference, in the order in which a shopper uses the endpoints. */
export const groupTitles = groups.toSorted(([one], [other]) => one - other).map(([, title]) => title);

export function getGroupTitle(key: string): string {
  const path = key.split(' ')[1] ?? '';
  return groups.find(([, , pattern]) => pattern.test(path))?.[1] ?? 'Catalogue';
}
