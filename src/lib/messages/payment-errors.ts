/** Titles of payment errors, and advice for each error. */
export const paymentErrorTexts = {
  refusedDeclined: 'Your bank declined this card',
  adviceDeclined:
    'Nothing was charged, and your address and choices are still here. Try another card or another way to pay.',
  refusedFunds: 'Insufficient funds',
  adviceFunds: 'Nothing was charged. Try another card or another way to pay.',
  refusedExpired: 'This card has expired',
  adviceExpired: 'Nothing was charged. Check the date, or try another card.',
  refusedCode: 'The security code does not fit the card',
  adviceCode: 'Nothing was charged. Re-enter the card number and the three- or four-digit security code.',
  refusedHolder: 'Your bank could not confirm your identity',
  adviceHolder: 'Nothing was charged. Try again and confirm it with your bank, or try another card.',
  refusedMethod: 'This card cannot be used here',
  adviceMethod: 'Nothing was charged. Try another card or another way to pay.',
  refusedPayPal: 'PayPal could not pay this',
  advicePayPal: 'Nothing was charged. Choose another source at PayPal, or pay by card.',
  refusedLimit: 'This amount is outside the limits of this payment method',
  adviceLimit: 'Please choose another way to pay.',
  refusedUnavailable: 'The payment service does not answer',
  adviceUnavailable: 'Try again in a moment or choose another payment method. You will not be charged twice.',
} as const;
