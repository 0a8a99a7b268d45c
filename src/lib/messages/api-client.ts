/** Messages of the browser's API client (client/api/api.ts), which also loads on pages without islands. */
export const apiClientTexts = {
  shopUnreachable: 'We could not reach the shop. Try again.',
  pleaseLogin: 'Please log in first',
} as const;
