/** The texts of the shop's emails, beside those of an order (order.ts). */
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

  mailReturnAskedTitle: 'We have your wish to return',
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
  mailKnownTitle: 'You have an account already',
  mailKnownText:
    'An order of yours was to be kept in a new account, but this address has one. Log in to see the order there.',
  mailTakenText:
    'Somebody wants to use this address for another account of ours. Nothing has changed. If it was you, log in to the account that you have.',
  mailKnownForgot: 'Do you not remember the password?',
  mailEmailTitle: 'Your new address',
  mailEmailText: 'Confirm it, and your account uses it from then on. The link works for one hour.',
  mailEmailDoubt: 'You did not ask for this? Then do nothing: nothing changes.',
  mailPasswordTitle: 'Your password was changed',
  mailPasswordText: 'Your account has a new password, and its other devices were logged out.',
  mailMovedTitle: 'Your email address was changed',
  mailMovedText: 'Your account uses another email address from now on. This is the last mail to this one.',
  mailChangeDoubt: 'Was it not you?',

  mailLeftSubject: '{shop}: your bag is still here',
  mailLeftTitle: 'You left something',
  mailLeftText: 'You asked us to remind you. Everything stands as you left it.',
  mailLeftButton: 'Go on with my order',
  mailLeftOnce: 'We remind you only this once.',

  mailWaitSubject: '{shop}: shall we tell you when it is back?',
  mailWaitPreview: 'One click, and we write to you once.',
  mailWaitTitle: 'Shall we tell you when it is back?',
  mailWaitText:
    'You asked for a mail when this is in stock again. Confirm it, and you get that one mail. The link works for a week.',
  mailWaitButton: 'Yes, tell me',
  mailWaitDoubt: 'Was it not you? Then do nothing: we forget your address in a week.',
  mailBackSubject: '{shop}: {title} is back',
  mailBackPreview: 'You asked us to tell you.',
  mailBackTitle: 'It is back',
  mailBackText:
    'You asked us to tell you: it is in stock again. We could not put one aside, so it is first come, first served.',
  mailBackButton: 'Take a look',
  mailBackOnce: 'This is the one mail you asked for.',
  mailBackForget: 'Forget my address',

  mailWelcomeSubject: '{shop}: you are on the list',
  mailWelcomeTitle: 'Thank you for subscribing',
  mailWelcomeText: 'We write seldom, and only when there is something to say.',
  mailWelcomeVisit: 'Look around the shop',
  mailWelcomeDoubt: 'Was it not you, or is it enough?',
  mailWelcomeLeave: 'Leave the list',
} as const;
