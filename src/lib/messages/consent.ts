/** The question of consent (R122). The server writes it into the page; it costs no script. */
export const consentTexts = {
  consentTitle: 'May our advertising learn from your visit?',
  consentText:
    'If you agree, {services} are told what you look at and buy here. Otherwise they hear nothing, and the shop works just the same.',
  consentYes: 'Yes, that is fine',
  consentNo: 'No, thank you',
  consentKept: 'Kept. You can change it at the foot of every page.',
  consentLink: 'Privacy choices',
} as const;
