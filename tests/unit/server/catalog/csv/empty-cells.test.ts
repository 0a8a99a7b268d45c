/** Importing a file of products in which one cell is empty: the resulting product. */
import { expect, it } from 'vitest';
import { buildProduct } from '#server/catalog/csv/build-product.ts';
import { type Field, fields } from '#server/catalog/csv/columns.ts';
import type { ProductDraft } from '#server/catalog/csv/draft.ts';
import type { Row } from '#server/catalog/csv/read-rows.ts';

/** Every column with a value that is not the default. */
const full: Record<Field, string> = {
  ...{ handle: 'mug', title: 'Tidal mug', description: '<p>Blue</p>', vendor: 'Atoll', type: 'Mugs' },
  ...{ tags: 'a, b', collection: 'Table', published: 'TRUE', status: 'Active', sku: 'M-1', barcode: '4006' },
  ...{ option1Name: 'Colour', option1Value: 'Ink', option2Name: 'Size', option2Value: 'L' },
  ...{ option3Name: 'Cut', option3Value: 'Wide', price: '12.50', compareAtPrice: '15', taxable: 'FALSE' },
  ...{ tracker: 'shopify', quantity: '7', policy: 'continue', grams: '400', requiresShipping: 'FALSE' },
  ...{ image: 'mug.jpg', imagePosition: '3', imageAlt: 'A mug', variantImage: 'ink.jpg', giftCard: 'FALSE' },
  ...{ seoTitle: 'Mug', seoDescription: 'A mug for tea', option1Style: 'colour', option1Swatch: '#112233' },
  ...{ option2Style: 'image', option2Swatch: '#445566', option3Style: 'image', option3Swatch: '#778899' },
  ...{ imageOption: 'Ink', imgSize: '3:4', presale: 'TRUE', shipsOn: '2027-01-11', virtual: 'TRUE' },
  customOptions: '[{"name":"Engraving","label":"Engraving","type":1,"required":false}]',
  others: '{"tabs":[{"title":"Care","html":"<p>Wash</p>"}],"size_guide":"<p>Guide</p>"}',
};

function build(change: Partial<Record<Field, string>>) {
  const cells = { ...full, ...change };
  const columns = {
    at: new Map(fields.map((field, index) => [field, { index, header: field }])),
    unused: [],
  };
  const row: Row = {
    ...{ line: 2, columns, has: () => true, header: (field) => field },
    cell: (field) => cells[field],
  };
  return buildProduct([row], 'USD');
}

const draftOf = (change: Partial<Record<Field, string>>) => {
  const { draft, problems } = build(change);
  expect(problems).toEqual([]);
  return draft!;
};
const whole = draftOf({});

/** By column: how an empty cell changes the product (`undefined`: existing value or default), or the column of the error. */
const changes: Record<Field, (draft: ProductDraft) => Partial<ProductDraft> | string> = {
  handle: () => ({ handle: 'tidal-mug', foldedHandle: 'tidal-mug' }),
  title: () => 'title',
  description: () => ({ descriptionHtml: '' }),
  vendor: () => ({ vendor: '' }),
  type: () => ({ productType: '' }),
  tags: () => ({ tags: [] }),
  collection: () => ({ collections: [] }),
  published: () => ({ isPublished: true }),
  status: () => ({ isPublished: true }),
  sku: (draft) => variant(draft, { sku: '' }),
  barcode: (draft) => variant(draft, { barcode: '' }),
  option1Name: (draft) => ({ ...options(draft, 0), ...variant(draft, { optionValues: ['L', 'Wide'] }) }),
  option2Name: (draft) => ({ ...options(draft, 1), ...variant(draft, { optionValues: ['Ink', 'Wide'] }) }),
  option3Name: (draft) => ({ ...options(draft, 2), ...variant(draft, { optionValues: ['Ink', 'L'] }) }),
  option1Value: () => 'option1Value',
  option2Value: () => 'option2Value',
  option3Value: () => 'option3Value',
  price: (draft) => variant(draft, { price: undefined }),
  compareAtPrice: (draft) => variant(draft, { compareAtPrice: null }),
  taxable: (draft) => variant(draft, { isTaxable: undefined }),
  tracker: (draft) => variant(draft, { isTracked: false }),
  quantity: (draft) => variant(draft, { stock: undefined }),
  policy: (draft) => variant(draft, { inventoryPolicy: undefined }),
  grams: (draft) => variant(draft, { weightGrams: undefined }),
  requiresShipping: (draft) => variant(draft, { requiresShipping: undefined }),
  image: ({ pictures }) => ({ pictures: pictures!.filter(({ source }) => source !== 'mug.jpg') }),
  imagePosition: () => ({}),
  imageAlt: ({ pictures }) => ({ pictures: pictures!.map((each) => ({ ...each, alt: '' })) }),
  variantImage: (draft) => ({
    ...variant(draft, { picture: '' }),
    pictures: draft.pictures!.filter(({ source }) => source !== 'ink.jpg'),
  }),
  giftCard: () => ({}),
  seoTitle: () => ({ seoTitle: '' }),
  seoDescription: () => ({ seoDescription: '' }),
  option1Style: (draft) => options(draft, 0, (option) => ({ ...option, style: 1 })),
  option2Style: (draft) => options(draft, 1, (option) => ({ ...option, style: 1 })),
  option3Style: (draft) => options(draft, 2, (option) => ({ ...option, style: 1 })),
  option1Swatch: (draft) => options(draft, 0, (option) => ({ ...option, values: [{ value: 'Ink' }] })),
  option2Swatch: (draft) => options(draft, 1, (option) => ({ ...option, values: [{ value: 'L' }] })),
  option3Swatch: (draft) => options(draft, 2, (option) => ({ ...option, values: [{ value: 'Wide' }] })),
  imageOption: ({ pictures }) => ({ pictures: pictures!.map((each) => ({ ...each, optionValue: '' })) }),
  imgSize: () => ({ imgSize: '1:1' }),
  presale: () => ({ isPresale: false }),
  shipsOn: () => ({ shipsOn: '' }),
  virtual: () => ({ isVirtual: false }),
  customOptions: () => ({ customOptions: [] }),
  others: () => ({ others: { tabs: [], size_guide: '' } }),
};

function variant({ variants }: ProductDraft, change: object): Partial<ProductDraft> {
  return { variants: variants.map((each) => ({ ...each, ...change })) };
}

type Option = NonNullable<ProductDraft['options']>[number];
/** Changes or removes one option. */
function options(draft: ProductDraft, at: number, change?: (option: Option) => Option) {
  const own = draft.options!;
  return { options: change ? own.with(at, change(own[at]!)) : own.toSpliced(at, 1) };
}

it.each(fields)('an empty cell of "%s"', (field) => {
  const expected = changes[field](whole);
  if (typeof expected !== 'string') {
    expect(draftOf({ [field]: '' })).toEqual({ ...whole, ...expected });
    return;
  }
  // The product requires a value: the error names the cell.
  const { draft, problems } = build({ [field]: '' });
  expect(draft).toBeNull();
  expect(problems.map(({ line, column }) => [line, column])).toEqual([[2, expected]]);
});
