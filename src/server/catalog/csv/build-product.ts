/** Builds a product draft from the CSV rows of one product and reports invalid cells. Pure. */
import { toFoldedHandle } from '../../core/handles.ts';
import { sanitiseHtml } from '../sanitise-html.ts';
import { type StoredOptions, storedOthersSchema } from '../stored-json.ts';
import { CellError, readFlag, readGrams, readInteger, readInventoryPolicy, readPrice } from './cells.ts';
import { type Field, optionFields } from './columns.ts';
import type { ImageDraft, ProductDraft, VariantDraft } from './draft.ts';
import { getProductHandle } from './group-rows.ts';
import type { Problem } from './problems.ts';
import {
  createCustomOptionsReader,
  createJsonReader,
  createTextReader,
  readImageRatio,
  readIsoDate,
  readStatus,
  readTags,
  sanitiseOtherFields,
} from './product-cells.ts';
import type { Row } from './read-rows.ts';

/**
 * Maximum number of variants per product. A larger product would be impractical to display and store: the HTML budget is calculated
 * for 500 variants.
 */
const variantLimit = 2000;

type OptionFields = (typeof optionFields)[number];

/** The draft and the problems found. The draft is null if the product's own fields are invalid. */
export interface ProductBuildResult {
  draft: ProductDraft | null;
  problems: Problem[];
}

/**
 * Builds a product draft from all rows of one handle, in file order.
 * @param currency the shop's currency, which sets the decimals of prices
 */
export function buildProduct(rows: readonly [Row, ...Row[]], currency: string): ProductBuildResult {
  const problems: Problem[] = [];
  const first = rows[0];
  const read = <Value>(
    row: Row,
    field: Field,
    reader: (cell: string) => Value | null,
  ): Value | null | undefined => {
    if (!row.has(field)) return undefined;
    try {
      return reader(row.cell(field));
    } catch (error) {
      if (!(error instanceof CellError)) throw error;
      problems.push({ line: row.line, column: row.header(field), message: error.message });
      throw new RowError();
    }
  };
  try {
    const draft = productFields(first, currency, read);
    const options = readOptions(rows);
    if (first.has('option1Value')) draft.options = options.map(({ option }) => option);
    readVariants(rows, options, draft, currency, read, problems);
    if (first.has('image') || first.has('variantImage')) draft.pictures = readImages(rows, problems);
    if (draft.variants.length === 0) return { draft: null, problems };
    draft.hasProblems = problems.length > 0;
    return { draft, problems };
  } catch (error) {
    if (!(error instanceof RowError)) throw error;
    return { draft: null, problems };
  }
}

/** Thrown when a row is rejected, after its problem was reported. */
class RowError extends Error {}

type Read = <Value>(
  row: Row,
  field: Field,
  reader: (cell: string) => Value | null,
) => Value | null | undefined;

function productFields(row: Row, currency: string, read: Read): ProductDraft {
  const required = (field: Field, limit: number) =>
    read(row, field, (cell) => {
      if (cell === '') throw new CellError('The first row of a product must have a value here.');
      return createTextReader(limit)(cell);
    });
  const sayings = [read(row, 'published', readFlag), read(row, 'status', readStatus)];
  const flags = sayings.filter((each) => typeof each === 'boolean');
  return {
    line: row.line,
    handle: getProductHandle(row),
    foldedHandle: toFoldedHandle(row.cell('handle') || row.cell('title')),
    title: required('title', 255) ?? undefined,
    descriptionHtml:
      read(row, 'description', (cell) => sanitiseHtml(createTextReader(200_000)(cell))) ?? undefined,
    vendor: read(row, 'vendor', createTextReader(255)) ?? undefined,
    productType: read(row, 'type', createTextReader(255)) ?? undefined,
    tags: read(row, 'tags', readTags) ?? undefined,
    collections: (read(row, 'collection', readTags) ?? []) as string[],
    isPublished: flags.length > 0 ? flags.every(Boolean) : undefined,
    isPresale: read(row, 'presale', readFlag) ?? (row.has('presale') ? false : undefined),
    shipsOn: read(row, 'shipsOn', readIsoDate) ?? undefined,
    isVirtual: read(row, 'virtual', readFlag) ?? (row.has('virtual') ? false : undefined),
    imgSize: read(row, 'imgSize', readImageRatio) ?? undefined,
    seoTitle: read(row, 'seoTitle', createTextReader(255)) ?? undefined,
    seoDescription: read(row, 'seoDescription', createTextReader(1000)) ?? undefined,
    customOptions: read(row, 'customOptions', createCustomOptionsReader(currency)) ?? undefined,
    others: sanitiseOtherFields(read(row, 'others', createJsonReader(storedOthersSchema, '{}')) ?? undefined),
    variants: [],
    isIncomplete: false,
    hasProblems: false,
    headers: Object.fromEntries([...row.columns.at].map(([field, { header }]) => [field, header])),
  };
}

interface ReadOption {
  fields: OptionFields;
  option: StoredOptions[number];
}

/**
 * Reads the options named in the first row. Shopify writes `Title` with the value `Default Title` for a product without options.
 */
function readOptions(rows: readonly [Row, ...Row[]]): ReadOption[] {
  const [first] = rows;
  return optionFields.flatMap((fields) => {
    const name = first.cell(fields.name);
    if (name === '' || (name === 'Title' && rows.every((row) => isDefaultTitle(row.cell(fields.value)))))
      return [];
    const style = styles[first.cell(fields.style).toLowerCase()] ?? 1;
    return [{ fields, option: { name, style, values: [] } }];
  });
}

const isDefaultTitle = (value: string) => value === '' || value === 'Default Title';

const styles: Readonly<Record<string, 1 | 2 | 3>> = {
  text: 1,
  image: 2,
  picture: 2,
  colour: 3,
  color: 3,
  '1': 1,
  '2': 2,
  '3': 3,
};

function readVariants(
  rows: readonly Row[],
  options: readonly ReadOption[],
  draft: ProductDraft,
  currency: string,
  read: Read,
  problems: Problem[],
): void {
  const seen = new Set<string>();
  for (const [index, row] of rows.entries()) {
    const values = options.map(({ fields }) => row.cell(fields.value));
    const isVariant =
      index === 0 || values.some(Boolean) || (options.length === 0 && row.cell('price') !== '');
    if (!isVariant) continue;
    try {
      const fail = (field: Field, message: string): never => {
        problems.push({ line: row.line, column: row.header(field), message });
        throw new RowError();
      };
      const missing = values.indexOf('');
      if (missing !== -1) {
        fail(
          options[missing]!.fields.value,
          `The variant needs a value for "${options[missing]!.option.name}".`,
        );
      }
      const key = JSON.stringify(values);
      if (seen.has(key))
        fail(options[0]?.fields.value ?? 'handle', 'This variant appears in an earlier row.');
      if (seen.size >= variantLimit) fail('handle', `A product has at most ${variantLimit} variants.`);
      const variant = variantFields(row, values, currency, read);
      seen.add(key);
      draft.variants.push(variant);
      for (const [at, { fields, option }] of options.entries())
        addValue(option, values[at]!, row.cell(fields.swatch));
    } catch (error) {
      if (!(error instanceof RowError)) throw error;
      draft.isIncomplete = true;
    }
  }
}

function addValue(option: StoredOptions[number], value: string, swatch: string): void {
  const existing = option.values.find((entry) => entry.value === value);
  const styleValue = /^#[0-9a-f]{6}$/i.test(swatch) ? swatch.toLowerCase() : undefined;
  if (!existing) option.values.push(styleValue ? { value, styleValue } : { value });
  else if (styleValue && !existing.styleValue) existing.styleValue = styleValue;
}

function variantFields(row: Row, optionValues: string[], currency: string, read: Read): VariantDraft {
  const tracker = read(row, 'tracker', (cell) => cell);
  return {
    line: row.line,
    optionValues,
    sku: read(row, 'sku', createTextReader(100)) ?? undefined,
    barcode: read(row, 'barcode', createTextReader(100)) ?? undefined,
    price: read(row, 'price', (cell) => readPrice(cell, currency)) ?? undefined,
    compareAtPrice: read(row, 'compareAtPrice', (cell) => readPrice(cell, currency)),
    stock: read(row, 'quantity', readInteger) ?? undefined,
    isTracked: tracker === undefined ? undefined : tracker !== '',
    inventoryPolicy: read(row, 'policy', readInventoryPolicy) ?? undefined,
    weightGrams: read(row, 'grams', readGrams) ?? undefined,
    requiresShipping: read(row, 'requiresShipping', readFlag) ?? undefined,
    isTaxable: read(row, 'taxable', readFlag) ?? undefined,
    picture: read(row, 'variantImage', createTextReader(2000)) ?? undefined,
  };
}

/** Reads the gallery: images from the image columns by position, then variant images that are not among those. */
function readImages(rows: readonly Row[], problems: Problem[]): ImageDraft[] {
  const found: (ImageDraft & { position: number })[] = [];
  for (const [index, row] of rows.entries()) {
    const source = row.cell('image');
    if (source === '' || found.some((picture) => picture.source === source)) continue;
    let position: number | null = null;
    try {
      position = readInteger(row.cell('imagePosition'));
    } catch (error) {
      if (!(error instanceof CellError)) throw error;
      problems.push({ line: row.line, column: row.header('imagePosition'), message: error.message });
    }
    found.push({
      line: row.line,
      column: row.header('image'),
      source,
      alt: row.cell('imageAlt').slice(0, 512),
      optionValue: row.cell('imageOption'),
      position: position ?? index + 1,
    });
  }
  found.sort((a, b) => a.position - b.position);
  for (const row of rows) {
    const source = row.cell('variantImage');
    if (source === '' || found.some((picture) => picture.source === source)) continue;
    const column = row.header('variantImage');
    found.push({ line: row.line, column, source, alt: '', optionValue: '', position: 0 });
  }
  return found.map(({ position, ...picture }) => picture);
}
