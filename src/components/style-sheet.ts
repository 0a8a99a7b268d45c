/**
 * One style sheet a page: ours and the merchant's in one file, because every further one costs a phone a connection
 * before anything is painted. Named by its content, so browsers fetch it once and cache it.
 */
import { createHash } from 'node:crypto';
import shared from '../styles/index.css?inline';

const sections = import.meta.glob<string>('../sections/*/*.css', {
  query: '?inline',
  import: 'default',
  eager: true,
});
/** Every section's style is in it, whichever the page shows: all pages of a shop have the same sheet. */
const ours = `${shared}@layer parts{${Object.values(sections).join('')}}`;

const ourHash = createHash('sha256').update(ours).digest('hex').slice(0, 8);

/** @param themeCss address of the merchant's own sheet, `/theme-<hash>.css` */
export function sheetAddress(themeCss: string): string {
  return themeCss.replace('/theme-', `/theme-shop-${ourHash}-`);
}

/**
 * The sheet an address names.
 * @param name the address without `/theme-` and `.css`
 * @param theme the merchant's own sheet as it is now
 * @returns the text, and whether the address names exactly this text
 */
export function sheetNamed(
  name: string,
  theme: { css: string; hash: string },
): { css: string; isCurrent: boolean } {
  if (!name.startsWith('shop-')) return { css: theme.css, isCurrent: name === theme.hash };
  // The merchant's values come last and outside the layers: they win.
  return { css: `${ours}\n${theme.css}`, isCurrent: name === `shop-${ourHash}-${theme.hash}` };
}
