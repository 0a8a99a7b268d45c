/** A shop that sends emails, and a paid order for their content. */
import type { CurrencyFormat } from '#lib/money/format.ts';
import type { EmailShopData } from '#server/mail/email-shop-data.ts';
import type { Order, OrderLine } from '#server/orders/order.ts';
import { defaultColors } from '#server/theme/email-safe-colors.ts';
import german from '../../../fixtures/languages/de.json' with { type: 'json' };

export const dollars: CurrencyFormat = {
  decimal_mark: '.',
  thousands_separator: ',',
  symbol: '$',
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the placeholder of R59
  format: '${{amount}}',
};

/** The demo shop: English, and German as a second language. */
export const marram: EmailShopData = {
  name: 'Marram',
  url: 'https://marram.example',
  lang: 'en',
  languages: {
    languages: [
      { lang: 'en', name: 'English' },
      { lang: 'de', name: german.name },
    ],
    texts: { de: german.texts },
    widget: '',
  },
  email: 'hello@marram.example',
  format: dollars,
  colors: defaultColors,
};

/** Returns the shop with one more language. */
export function speaking(lang: string, texts: Record<string, string>, shop = marram): EmailShopData {
  const { languages, texts: known, widget } = shop.languages;
  const spoken = [...languages, { lang, name: lang }];
  return { ...shop, languages: { languages: spoken, texts: { ...known, [lang]: texts }, widget } };
}

const line = {
  ...{ seoUrl: '', imageUrl: '', sku: '', discount: 0, tax: 0, quantity: 1, variantOption: '' },
  ...{ isGift: false, isVirtual: false, isTailor: false, tailorProperties: [], customProps: [] },
};

export const lines: readonly OrderLine[] = [
  {
    ...line,
    position: 1,
    productId: 1,
    variantId: 1,
    title: 'Tidal mug',
    variantOption: 'Sand',
    quantity: 2,
    price: 3400,
    discount: 680,
  },
  {
    ...{
      ...line,
      position: 2,
      productId: 2,
      variantId: 2,
      title: 'Oak serving board',
      price: 8900,
      discount: 890,
    },
    ...{ isTailor: true, tailorProperties: [{ name: 'Engraving', type: 1, value: 'Ada & Charles' }] },
  },
  { ...line, position: 3, productId: 3, variantId: 3, title: 'Beeswax candle', price: 0, isGift: true },
];

export const paidOrder = {
  ...{
    orderNo: 'K7QMD-4XHRA',
    email: 'ada@example.com',
    lang: '',
    currency: 'USD',
    shippingTitle: 'Standard',
  },
  address: {
    ...{
      first_name: 'Ada',
      last_name: 'Lovelace',
      address1: 'Lindenallee',
      house_number: '12',
      address2: '',
    },
    ...{ city: 'Hamburg', zip: '20259', province: '', country: 'Germany', country_code: 'DE', phone: '' },
  },
  amounts: {
    subtotal: 15_700,
    shipping: 1200,
    discount: 1570,
    insurance: 195,
    tax: 0,
    tip: 300,
    total: 15_825,
  },
  taxLines: [{ title: 'Mehrwertsteuer', rate: 19, amount: 2481 }],
} as unknown as Order;
