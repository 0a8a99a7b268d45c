import { defaultTexts } from './default.ts';

/** Texts of the back-in-stock form, which replaces the buttons of a sold-out variant, and of the page that its emails link to. */
export const backInStockTexts = {
  waitAsk: 'Tell me when it is back',
  waitEmail: 'Your email, to be told when it is back',
  waitHint: 'One email when it is back, nothing else.',
  waitSent:
    'Almost done: please check your email and confirm. If you are already on the list, there is nothing more to do.',
  waitOver: 'It is in stock again. Please reload the page.',
  inStockNow: 'In stock now',
  waitWithoutScripts: 'To be told when it is back, please switch on JavaScript.',

  waitPage: 'When it is back',
  waitAsked: 'Shall we write to you when {name} is in stock again?',
  waitConfirm: 'Yes, tell me',
  waitConfirmed: 'Done. We write to you once, when {name} is in stock again.',
  waitMailed: 'We have written to you that {name} is back.',
  waitLook: 'Take a look',
  waitForget: 'Delete my address',
  waitForgotten: 'Your address is forgotten. We will not write again.',
} as const;

const { invalidEmailMsg } = defaultTexts;
/** Texts that a page passes to the back-in-stock form. */
export const backInStockFormTexts = { ...backInStockTexts, invalidEmailMsg };
