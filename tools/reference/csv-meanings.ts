/** Meaning and example of each column of a product CSV. */
import type { Field } from '../../src/server/catalog/csv/columns.ts';

const option = (number: number) => ({
  [`option${number}Name`]: [`Name of option ${number}, in the first row of the product.`, 'Glaze'],
  [`option${number}Value`]: [`Value of option ${number} of this variant.`, 'Sage'],
  [`option${number}Style`]: [
    `Display of option ${number}: \`text\` (default), \`image\` or \`colour\`.`,
    'colour',
  ],
  [`option${number}Swatch`]: ['Colour of this value.', '#8ba297'],
});

export const csvMeanings = {
  handle: ['Last part of the product’s URL. Rows with the same handle are one product.', 'tidal-mug'],
  title: ['Title, in the first row of the product.', 'Tidal mug'],
  description: ['Description as HTML. Scripts and unknown elements are removed.', '<p>A generous mug.</p>'],
  vendor: ['Brand.', 'Marram'],
  type: ['Product type, for filters and search.', 'Mug'],
  tags: ['Tags, separated by commas.', 'Table, Gifts'],
  collection: ['Collections of the product by title, separated by commas.', 'Table'],
  published: ['`TRUE` or `FALSE`: whether the product is for sale.', 'TRUE'],
  status: ['`Active` (for sale), `Draft`, `Archived` or `Unlisted`.', 'Active'],
  sku: ['Your number of the variant.', 'MAR-TA-MUG-SAGE'],
  barcode: ['GTIN, for search engines.', '4006381333931'],
  ...option(1),
  ...option(2),
  ...option(3),
  price: ['Price in the currency of the shop.', '28.00'],
  compareAtPrice: ['Previous price, struck through. Empty: none.', '35.00'],
  taxable: ['`FALSE`: no tax is charged on the variant.', 'TRUE'],
  tracker: ['Any text: units are counted. Empty: they are not.', 'shopify'],
  quantity: ['Units in stock.', '36'],
  policy: ['`DENY` (default) or `CONTINUE`: whether the variant can be sold below zero.', 'DENY'],
  grams: ['Weight in grams.', '420'],
  requiresShipping: ['`FALSE`: the variant needs no delivery.', 'TRUE'],
  image: ['Image of the product: a file of the folder, or a URL.', 'media/mug/main-sage.webp'],
  imagePosition: ['Place of this image in the gallery, from 1.', '1'],
  imageAlt: ['Description of this image for people who cannot see it.', 'Stoneware mug in sage glaze'],
  variantImage: ['Image of this variant.', 'media/mug/main-sage.webp'],
  giftCard: ['Ignored; written for Shopify.', 'FALSE'],
  seoTitle: ['Title for search engines. Empty: the title.', 'Tidal mug, 350 ml'],
  seoDescription: [
    'Description for search engines. Empty: the start of the description.',
    'A hand-thrown mug.',
  ],
  imageOption: ['Option value that this row’s image shows.', 'Sage'],
  imgSize: ['Shape of the product’s images: `1:1` (default), `3:4` or `4:3`.', '3:4'],
  presale: ['`TRUE`: shoppers can order before you have it.', 'FALSE'],
  shipsOn: ['First day on which you ship a pre-order.', '2027-01-11'],
  virtual: ['`TRUE`: an order of this product needs no delivery.', 'FALSE'],
  customOptions: [
    'Fields for personalisation, a JSON list. See [products](../merchant/products-and-csv.md#personalisation).',
    '',
  ],
  others: [
    'Tabs and size guide, a JSON object. See [products](../merchant/products-and-csv.md#tabs-and-size-guide).',
    '',
  ],
} as Readonly<Record<Field, readonly [meaning: string, example: string]>>;
