/** The files of a merchant's folder; without this check, a misspelt file name would be ignored silently. Pure. */
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

/** What files in a folder of the folder end in. */
const endings: Readonly<Record<string, string>> = { pages: '.txt', articles: '.txt', languages: '.json' };

/** Whether an entry of a folder is one that a shop is made of. */
export const isShopFile = (name: string) => names.includes(name);

/**
 * Returns why the name of an entry is probably a typo, '' when it is none. Other files are allowed: a README, further CSVs.
 * @param parent the folder in the merchant's folder that has it, '' for the folder itself
 */
export function strayFile(name: string, parent = ''): string {
  if (name.startsWith('.')) return '';
  const ending = endings[parent];
  if (ending !== undefined) return name.endsWith(ending) ? '' : `Files in ${parent}/ must end in ${ending}.`;
  if (parent !== '' || isShopFile(name) || name.endsWith('.schema.json')) return '';
  const nearest = nearestName(name, names);
  if (nearest !== null) return `Unknown file name; did you mean "${nearest}"?`;
  return name.endsWith('.json') ? `Unknown file name. The store files are ${jsonFiles.join(', ')}.` : '';
}
