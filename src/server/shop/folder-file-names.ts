/** Checks the file names in a merchant's folder, because a misspelt file would otherwise be ignored silently. Pure. */
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

/** Returns whether a file or folder of this name contains shop data. */
export const isShopFile = (name: string) => names.includes(name);

/**
 * Returns an error message for a file name that is probably a typo, otherwise ''. Other files are allowed, such as a README or
 * further CSVs.
 * @param parent the subfolder that contains the file; '' for the merchant's folder itself
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
