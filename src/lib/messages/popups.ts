/** Texts of popups, in addition to the defaults and the merchant's own texts. */
export const popupTexts = {
  popupLabel: 'A note from the shop',
  popupMore: 'See more',
  popupCode: 'Your code',
  popupCopy: 'Copy',
  popupDecline: 'No, thanks',
} as const;
