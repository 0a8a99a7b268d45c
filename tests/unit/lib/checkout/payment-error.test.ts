import { expect, test } from 'vitest';
import { classifyPaymentError } from '#lib/checkout/payment-error.ts';
import * as codes from '#lib/contract/codes.ts';

test.each([
  ['The card was declined.', 'declined'],
  ['', 'declined'],
  ['generic_decline', 'declined'],
  ['Your card has insufficient funds.', 'funds'],
  ['insufficient_funds', 'funds'],
  ['Your card has expired.', 'expired'],
  ['expired_card', 'expired'],
  ['Ihre Karte ist abgelaufen.', 'expired'],
  ['Your card’s security code is incorrect.', 'code'],
  ['incorrect_cvc', 'code'],
  ['We are unable to authenticate your payment method.', 'holder'],
  ['The bank refused the payment.', 'holder'],
  ['3D Secure failed.', 'holder'],
  ['3ds_declined', 'holder'],
  ['3DS2 challenge failed', 'holder'],
  ['PayPal declined the payment.', 'paypal'],
  ['Your card does not support this type of purchase.', 'method'],
  ['card_not_supported', 'method'],
  ['stolen_card', 'method'],
  ['The card was reported lost.', 'method'],
  ['The session has expired.', 'declined'],
  ['The connection was lost.', 'declined'],
  ['Die Sitzung ist abgelaufen.', 'declined'],
  ['The card service did not answer. Try again.', 'unavailable'],
  ['The payment did not reach the provider. Nothing was charged.', 'unavailable'],
  ['We couldn’t reach the bank.', 'unavailable'],
  ['PayPal is not available at the moment.', 'paypal'],
] as const)('reads %j as %s [PAY-06]', (reason, kind) => {
  expect(classifyPaymentError(codes.paymentDeclined, reason)).toBe(kind);
});

test('an account that is off is unavailable, whatever it says', () => {
  expect(classifyPaymentError(codes.accountUnavailable, 'The card was declined.')).toBe('unavailable');
});
