/** One example per setting; a test validates them against the schemas. */
import type { ShopSettingKey } from '../../src/server/shop/setting-schemas.ts';

const shipping = {
  ...{ home: 'DE', timeZone: 'Europe/Berlin', cutOff: '14:00', processing: { min: 1, max: 2 } },
  zones: [
    {
      ...{ title: 'Germany', countries: ['DE'] },
      methods: [
        {
          ...{
            id: 'de-standard',
            title: 'Standard',
            shipping_type: 1,
            min: 0,
            max: 4999,
            shipping_amount: 490,
          },
          days: { min: 1, max: 3 },
        },
        {
          ...{
            id: 'de-free',
            title: 'Free shipping',
            shipping_type: 1,
            min: 5000,
            max: null,
            shipping_amount: 0,
          },
          days: { min: 1, max: 3 },
        },
      ],
    },
  ],
};

export const settingExamples: Readonly<Record<string, unknown>> = {
  shipping,
  holidays: { warehouse: ['2026-12-25'], destinations: { DE: ['2026-12-25', '2026-12-26'] } },
  tax: {
    rules: [{ country: 'DE', included: true, lines: [{ title: 'MwSt.', rate: 19, on_shipping: true }] }],
  },
  tip: { enabled: false, options: [5, 10, 15], custom_allowed: true },
  insurance: {
    enabled: true,
    title: 'Shipping insurance',
    desc: 'Covers loss and damage.',
    percent: 2,
    min: 98,
  },
  taxId: { countries: [{ country: 'BR', required: true, label: 'CPF', pattern: '^\\d{11}$' }] },
  numericPhones: ['JP'],
  checkoutLogin: false,
  trackingUrl: 'https://t.17track.net/en#nums={number}',
  returns: { days: 30, reasons: ['changed_mind', 'damaged'] },
  payments: { stripe: { min_amount: 100 } },
  comments: { commentAudit: true },
  facets: [{ title: 'Colour', from: ['Colour', 'Glaze'], values: { Grey: 'Gray' } }],
  redirects: [{ from: '/old-mugs', to: '/collections/mugs', status: 301 }],
  recommend: {
    ...{ status: true, add_to_cart_status: false, cart_status: true },
    lists: [
      { id: 1, title: 'You may also like', page_types: [1, 2], source: { kind: 'best_selling' }, limit: 4 },
    ],
  },
  atmosphere: [
    {
      event: 'PRODUCT_TEXT_NOTE',
      type: 1,
      title: 'Made by hand.',
      params: { iconClass: 'leaf' },
      products: ['mug'],
    },
  ],
  newsletter: { popupCode: 'WELCOME' },
  backInStock: { enabled: true, perPiece: 3 },
  synonyms: { en: { same: [['sofa', 'couch']], finds: { chair: ['stool'] } } },
  purchaseBarrage: { enabled: true, specifyPages: ['detail'], text: '{name} bought {title}, {time}' },
  timeZone: 'Europe/Berlin',
  visits: true,
  purchaseNotice: { enabled: true, specifyPages: 'all' },
  orderReminder: { enabled: true },
  consent: 'ask',
  pixels: { google: 'G-ABC1234567' },
} satisfies Partial<Record<ShopSettingKey, unknown>>;
