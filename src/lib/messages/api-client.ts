/** Messages of the browser's API client (client/api/api.ts), which pages without islands load too. */
export const apiClientTexts = {
  shopUnreachable: 'We could not reach the shop. Try again.',
  pleaseLogin: 'Please log in first',
} as const;
