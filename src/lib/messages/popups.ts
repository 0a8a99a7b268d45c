/** Texts of popups, beyond the defaults and the merchant's own. */
export const popupTexts = {
  popupLabel: 'A note from the shop',
  popupMore: 'See more',
  popupCode: 'Your code',
  popupCopy: 'Copy',
  popupDecline: 'No, thanks',
} as const;
