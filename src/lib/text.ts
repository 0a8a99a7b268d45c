/** The shop's functional words (R51) and how values are put into them. A language's own texts replace these by key. */
export const defaultTexts = {
  emailBlankMsg: "Email can't be blank",
  invalidEmailMsg: 'Please enter a valid email address',
  pwdBlankMsg: "Password can't be blank",
  pwdLengthMsg: 'Password must be 6 to 20 characters',
  phoneInvalidMsg: 'Please enter a valid Phone',
  phoneBlankMsg: "Phone cann't be blank",
  phoneNumericMsg: 'Invalid phone number',
  requiredMsg: "{name} can't be blank",
  purchaseMaxItemsMsg: 'Your shopping cart can hold at most 99 items',
  subscribeSuccessMsg: 'Thank you for subscribing!',
  copySuccess: 'Copied Successfully',
  addedToCart: 'Added to cart successfully',
  pleaseLogin: 'Please log in first',
  tailorUpdated: 'Product information updated, please select again',
  soldOut: 'sold out',
  bundle: 'Bundle',
  delete: 'Delete',
  viewImage: 'View Image',
  secondConfirm: 'The coupon code will cause the order discount amount to be smaller',
  shoppingCart: 'Shopping Cart',
  recently: 'Recently',
  myOrders: 'my orders',
  'promotions-over': 'The promotion is over',
  buyNow: 'Buy now',
  addToBag: 'Add to bag',
  viewBag: 'View bag',
  checkout: 'Checkout',
  continueShopping: 'Continue shopping',
  emptyBag: 'Your shopping cart is empty',
  freeShippingNeed: 'Spend {amount} more for free shipping',
  freeShippingDone: 'You have free shipping',
  youSave: 'You save {amount}',
  currencyTip: 'Your order will be charged in {currency}',
  paypalLimit: 'PayPal accepts orders from {min} to {max}',
  checkAnotherOrder: 'Check another order',
  track: 'Track',
  viewMore: 'View more',
  viewLess: 'View less',
  selectOptions: 'Please select {options}',
  startDateInvalid: 'Invalid start date',
  startDateFuture: 'Start date is later than now',
  menu: 'Menu',
  closeMenu: 'Close menu',
  allOf: 'All of {name}',
  newWindow: 'opens in a new window',
  search: 'Search',
  searchShop: 'Search the shop',
  closeSearch: 'Close search',
  seeResults: 'See all results for “{q}”',
  noSuggestions: 'Nothing found for “{q}”',
  suggestionCount: '{count} suggestions',
  account: 'Account',
  login: 'Log in',
  register: 'Create an account',
  resetPwd: 'Reset password',
  logout: 'Log out',
  trackOrder: 'Track an order',
  language: 'Language',
  currency: 'Currency',
  email: 'Email',
  subscribe: 'Subscribe',
  subscribing: 'One moment …',
} as const;

export type TextKey = keyof typeof defaultTexts;
export type Texts = Readonly<Record<TextKey, string>>;

/**
 * Puts values into `{name}` or `{0}` placeholders; a placeholder without a value is left out.
 * @example fill('{name} can\'t be blank', { name: 'City' })
 */
export function fill(
  template: string,
  values: Readonly<Record<string, string | number>> | readonly (string | number)[],
): string {
  const byName = values as Readonly<Record<string, string | number>>;
  return template.replace(/\{(\w+)\}/g, (_, name: string) =>
    Object.hasOwn(values, name) ? String(byName[name]) : '',
  );
}
