/**
 * What promotions say to the shopper. The wire brings each as its English template (R68), so a language that says it
 * otherwise is told by template (language.ts); where `{0}` is a number, it picks the form.
 */
export const hintTexts = {
  hintBuySavePercent: 'Buy {0}, save {1}%',
  hintBuySave: 'Buy {0}, save {1}',
  hintSpendSavePercent: 'Spend {0}, save {1}%',
  hintSpendSave: 'Spend {0}, save {1}',
  hintTogetherSavePercent: 'Buy {0} together, save {1}%',
  hintTogetherSave: 'Buy {0} together, save {1}',
  hintAnySavePercent: 'Any {0}, save {1}%',
  hintAnyFor: 'Any {0} for {1}',
  hintSetFor: 'Together for {0}',
  hintSetSavePercent: 'Save {0}% on the set',
  hintSetSave: 'Save {0} on each set',
  hintGiftFrom: 'A gift from {0}',
  hintGiftFromPieces: 'A gift from {0} pieces',
  hintPieceAtMost: 'Every piece at most {0}',
  hintRange: 'From {0} to {1}: {2}',
  hintSavePercent: 'Save {0}%',
  hintSave: 'Save {0}',
  hintBuyMoreSavePercent: 'Buy {0} more to save {1}%',
  hintBuyMoreSave: 'Buy {0} more to save {1}',
  hintSpendMoreSavePercent: 'Spend {0} more to save {1}%',
  hintSpendMoreSave: 'Spend {0} more to save {1}',
  hintAddMoreSavePercent: 'Add {0} more to save {1}%',
  hintAddMoreSave: 'Add {0} more to save {1}',
  hintBuyMoreGift: 'Buy {0} more for a gift',
  hintSpendMoreGift: 'Spend {0} more for a gift',
  hintGift: 'Your gift',
  hintGifts: 'Your gifts',
  hintBetterGift: 'You have reached a better gift',
} as const;
