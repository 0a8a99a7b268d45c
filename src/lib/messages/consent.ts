/** Texts of the consent banner (R122). The server renders it, so browsers need no script for it. */
export const consentTexts = {
  consentTitle: 'May we share this visit with our advertising partners?',
  consentText:
    'If you agree, we share what you view and buy here with {services}. If not, nothing is shared and the shop works the same.',
  consentYes: 'Yes, that is fine',
  consentNo: 'No, thank you',
  consentKept: 'Saved. You can change this at the bottom of every page.',
  consentLink: 'Privacy choices',
} as const;
