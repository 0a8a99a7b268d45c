/** File names of a merchant's folder: a misspelt name would otherwise be ignored silently. Pure. */
import { nearestName } from '../core/nearest-name.ts';

const jsonFiles = [
  'theme.json',
  'settings.json',
  'collections.json',
  'promotions.json',
  'popups.json',
  'holidays.json',
  'synonyms.json',
  'reviews.json',
];
const folders = ['pages', 'articles', 'languages', 'media'];
const names = [...jsonFiles, 'products.csv', ...folders];

/** Required file extension by subfolder. */
const endings: Readonly<Record<string, string>> = { pages: '.txt', articles: '.txt', languages: '.json' };

/** Returns whether an entry is one of the shop's files or folders. */
export const isShopFile = (name: string) => names.includes(name);

/**
 * Returns why a file name is probably a typo, '' if it is not. Other files are allowed, such as a README or further CSVs.
 * @param parent the subfolder that contains it, '' for the merchant's folder itself
 */
export function misnamedFileReason(name: string, parent = ''): string {
  if (name.startsWith('.')) return '';
  const ending = endings[parent];
  if (ending !== undefined) return name.endsWith(ending) ? '' : `Files in ${parent}/ must end in ${ending}.`;
  if (parent !== '' || isShopFile(name) || name.endsWith('.schema.json')) return '';
  const nearest = nearestName(name, names);
  if (nearest !== null) return `Unknown file name; did you mean "${nearest}"?`;
  return name.endsWith('.json') ? `Unknown file name. The store files are ${jsonFiles.join(', ')}.` : '';
}
