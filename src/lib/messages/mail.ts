/** Texts of the shop's emails, in addition to the texts of orders (order.ts). */
export const mailTexts = {
  mailOrderSubject: '{shop}: order {number} is confirmed',
  mailOrderPreview: '{total} paid. Here is everything you ordered.',
  mailOrderTitle: 'Thank you for your order',
  mailOrderPaid:
    'It is paid, and now it is our turn. The link opens your order and shows how far it has come.',
  mailOrderFollow: 'Follow your order',
  mailQuestions: 'Questions? Write to us:',

  mailShippedTitle: 'Your order is on its way',
  mailShippedText: 'We have handed over your parcel.',
  mailShippedBy: 'It travels with {carrier}.',
  mailRefundedTitle: '{amount} are on their way back to you',
  mailRefundedText: 'The money goes back the way it came. Banks take a few days to show it.',
  mailPaidLateText:
    'Your payment came when we could not keep your order for you any more, so we cancelled the order. The money goes back the way it came. Banks take a few days to show it.',
  mailPaidMismatchText:
    'Your payment does not match your order of {total}: the amount, the currency or the recipient is different. So we cancelled the order. The money goes back the way it came. Banks take a few days to show it.',
  mailPaidCancelledText:
    'This order was already cancelled when your payment came, so we send the payment back. Banks take a few days to show the money.',
  mailPaidTwiceText:
    'This order was paid already, so we send this payment back. Your order stays as it is. Banks take a few days to show the money.',

  mailReturnAskedTitle: 'We have received your return request',
  mailReturnAskedText:
    'We look at it and write to you, usually within two working days. Please keep the parcel until then.',
  mailReturnAcceptedTitle: 'You can send it back',
  mailReturnAcceptedText:
    'We take back what is below. Please pack it well and put your order number into the parcel.',
  mailReturnRefusedTitle: 'About your return',
  mailReturnRefusedText: 'We are sorry: we cannot take back what is below.',
  mailReturnArrivedTitle: 'Your parcel is back with us',
  mailReturnArrivedText: 'We have received what is below. The money follows as soon as we have looked at it.',

  mailResetSubject: '{shop}: choose a new password',
  mailResetTitle: 'Choose a new password',
  mailResetText: 'A new password was asked for. The link works once, for one hour.',
  mailResetButton: 'Choose a password',
  mailResetDoubt: 'Was it not you? Then do nothing: your password stays as it is.',
  mailVerifySubject: '{shop}: please confirm your email address',
  mailVerifyTitle: 'Is this your address?',
  mailVerifyText:
    'Confirm it, and the orders you placed with it as a guest join your account. The link works for three days.',
  mailVerifyButton: 'Confirm my address',
  mailVerifyDoubt: 'You have no account with us? Then do nothing.',
  mailKnownTitle: 'You already have an account',
  mailKnownText:
    'You asked to save an order to a new account, but this email address already has one. Log in to see the order.',
  mailTakenText:
    'Somebody wants to use this address for another account of ours. Nothing has changed. If it was you, log in to the account that you have.',
  mailKnownForgot: 'Do you not remember the password?',
  mailEmailTitle: 'Your new address',
  mailEmailText: 'Confirm it, and your account uses it from then on. The link works for one hour.',
  mailEmailDoubt: 'You did not ask for this? Then do nothing: nothing changes.',
  mailPasswordTitle: 'Your password was changed',
  mailPasswordText: 'Your account has a new password, and its other devices were logged out.',
  mailMovedTitle: 'Your email address was changed',
  mailMovedText: 'Your account now uses another email address. This is the last email we send to this one.',
  mailChangeDoubt: 'Was it not you?',

  mailLeftSubject: '{shop}: your bag is still here',
  mailLeftTitle: 'You left something',
  mailLeftText: 'You asked us to remind you. Everything is as you left it.',
  mailLeftButton: 'Continue checkout',
  mailLeftOnce: 'We remind you only this once.',

  mailWaitSubject: '{shop}: confirm your back-in-stock alert',
  mailWaitPreview: 'One click, and we write to you once.',
  mailWaitTitle: 'Shall we email you when it is back?',
  mailWaitText:
    'You asked to be emailed when this is back in stock. Confirm it and you will get that one email. The link works for a week.',
  mailWaitButton: 'Yes, tell me',
  mailWaitDoubt: 'Was it not you? Then do nothing: we forget your address in a week.',
  mailBackSubject: '{shop}: {title} is back',
  mailBackPreview: 'You asked us to tell you.',
  mailBackTitle: 'It is back',
  mailBackText:
    'You asked us to email you when this is back in stock, and it is. We cannot reserve it for you, so order soon.',
  mailBackButton: 'Take a look',
  mailBackOnce: 'This is the one mail you asked for.',
  mailBackForget: 'Delete my address',

  mailWelcomeSubject: '{shop}: you are on the list',
  mailWelcomeTitle: 'Thank you for subscribing',
  mailWelcomeText: 'We write seldom, and only when there is something to say.',
  mailWelcomeVisit: 'Look around the shop',
  mailWelcomeDoubt: 'Was it not you, or is it enough?',
  mailWelcomeLeave: 'Unsubscribe',
} as const;
