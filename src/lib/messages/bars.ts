/** The words of what marketing shows at the edges of a page: announcement bars, purchase notice, order reminder. */
export const barTexts = {
  notices: 'Recent purchases',
  noticesStop: 'Pause the notices',
  noticesGo: 'Go on with the notices',
  noticesClose: 'Close the notices for good',
} as const;
