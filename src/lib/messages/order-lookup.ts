/** Texts of the order look-up form. */
export const lookupTexts = {
  orderNumber: 'Order number',
  orderEmail: 'E-mail',
  orderNotFound: 'We found no order with this number and e-mail address.',
  orderFind: 'Find my order',
} as const;
