/** Payment providers that a request or a merchant's setting may name (R72); `stripe` is an extension. */
export const providerNames = [
  'paypal',
  'ocean',
  'airwallex',
  'apia',
  'linwei',
  'pingpong',
  'getpay',
  'stripe',
  'local',
  'simulated',
] as const;

export type ProviderName = (typeof providerNames)[number];
