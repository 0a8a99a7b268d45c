/** The columns of a product CSV: Shopify's old and new names, and Atoll's own columns. */

/** Returns the header of a column that only Atoll has, named as a metafield so that Shopify ignores it. */
const atollColumn = (key: string, label: string) => `${label} (product.metafields.atoll.${key})`;

/**
 * For each field, the header that `export` writes, followed by the other names that `import` accepts. Names are compared without
 * case, spaces and punctuation, so `Variant Inventory Qty` equals `variant_inventory_qty`.
 */
const names = {
  handle: ['URL handle', 'Handle', 'Slug'],
  title: ['Title', 'Product title'],
  description: ['Description', 'Body (HTML)', 'Body HTML', 'Body'],
  vendor: ['Vendor'],
  type: ['Type', 'Product type'],
  tags: ['Tags'],
  collection: ['Collection'],
  published: ['Published on online store', 'Published'],
  status: ['Status'],
  sku: ['SKU', 'Variant SKU'],
  barcode: ['Barcode', 'Variant Barcode'],
  option1Name: ['Option1 name'],
  option1Value: ['Option1 value'],
  option2Name: ['Option2 name'],
  option2Value: ['Option2 value'],
  option3Name: ['Option3 name'],
  option3Value: ['Option3 value'],
  price: ['Price', 'Variant Price'],
  compareAtPrice: ['Compare-at price', 'Variant Compare At Price'],
  taxable: ['Charge tax', 'Variant Taxable'],
  tracker: ['Inventory tracker', 'Variant Inventory Tracker'],
  quantity: ['Inventory quantity', 'Variant Inventory Qty', 'Variant Inventory Quantity'],
  policy: ['Continue selling when out of stock', 'Variant Inventory Policy', 'Inventory policy'],
  grams: ['Weight value (grams)', 'Variant Grams', 'Weight (grams)'],
  requiresShipping: ['Requires shipping', 'Variant Requires Shipping'],
  image: ['Product image URL', 'Image Src'],
  imagePosition: ['Image position'],
  imageAlt: ['Image alt text'],
  variantImage: ['Variant image URL', 'Variant Image'],
  giftCard: ['Gift card'],
  seoTitle: ['SEO title'],
  seoDescription: ['SEO description'],
  option1Style: [atollColumn('option1_style', 'Option1 style')],
  option1Swatch: [atollColumn('option1_swatch', 'Option1 swatch')],
  option2Style: [atollColumn('option2_style', 'Option2 style')],
  option2Swatch: [atollColumn('option2_swatch', 'Option2 swatch')],
  option3Style: [atollColumn('option3_style', 'Option3 style')],
  option3Swatch: [atollColumn('option3_swatch', 'Option3 swatch')],
  imageOption: [atollColumn('image_option_value', 'Image shows option value')],
  imgSize: [atollColumn('img_size', 'Picture shape')],
  presale: [atollColumn('presale', 'Pre-sale')],
  shipsOn: [atollColumn('ships_on', 'Ships on')],
  virtual: [atollColumn('virtual', 'Nothing to ship')],
  customOptions: [atollColumn('custom_options', 'Custom options')],
  others: [atollColumn('others', 'Tabs and size guide')],
} as const satisfies Record<string, readonly [string, ...string[]]>;

export type Field = keyof typeof names;

export const fields = Object.keys(names) as Field[];

export const optionFields = [
  { name: 'option1Name', value: 'option1Value', style: 'option1Style', swatch: 'option1Swatch' },
  { name: 'option2Name', value: 'option2Value', style: 'option2Style', swatch: 'option2Swatch' },
  { name: 'option3Name', value: 'option3Value', style: 'option3Style', swatch: 'option3Swatch' },
] as const satisfies readonly Record<string, Field>[];

/** Returns the accepted names of a field's column; `export` writes the first one. */
export function columnNamesFor(field: Field): readonly [string, ...string[]] {
  return names[field];
}

export function columnHeaderFor(field: Field): string {
  return names[field][0];
}

function plain(header: string): string {
  const match = /metafields\.atoll\.(\w+)/i.exec(header);
  return (match?.[1] ? `atoll ${match[1]}` : header).toLowerCase().replace(/[^a-z0-9]/g, '');
}

const fieldOfName = new Map<string, Field>(
  fields.flatMap((field) => names[field].map((name): [string, Field] => [plain(name), field])),
);

/** The columns of a file, mapped to fields. */
export interface Columns {
  /** Position and header by field; fields without a column are absent. */
  at: Map<Field, { index: number; header: string }>;
  /** Headers that match no field. */
  unused: string[];
}

/**
 * Parses a header row.
 * @throws Error with a message for the merchant if there is no title or handle column, or two columns for one field
 */
export function readColumns(headers: readonly string[]): Columns {
  const at: Columns['at'] = new Map();
  const unused: string[] = [];
  headers.forEach((header, index) => {
    const field = fieldOfName.get(plain(header));
    const earlier = field && at.get(field);
    if (earlier)
      throw new Error(`The columns "${earlier.header}" and "${header}" mean the same; keep one of them.`);
    if (field) at.set(field, { index, header });
    else if (header.trim()) unused.push(header);
  });
  if (!at.has('title') && !at.has('handle')) {
    throw new Error(
      'This is not a product file: its first line has no column "Title" and no column "URL handle".',
    );
  }
  return { at, unused };
}
