/**
 * Combines Atoll's styles and the merchant's in one stylesheet per page: on a phone, each additional file costs a connection
 * before first paint. The file name contains a content hash, so that browsers can cache the file.
 */
import { createHash } from 'node:crypto';
import shared from '../styles/index.css?inline';

const sections = import.meta.glob<string>('../sections/*/*.css', {
  query: '?inline',
  import: 'default',
  eager: true,
});
/** Styles of all sections, so that all pages of a shop share one stylesheet. */
const ours = `${shared}@layer parts{${Object.values(sections).join('')}}`;

const ourHash = createHash('sha256').update(ours).digest('hex').slice(0, 8);

/** Returns the URL of the combined stylesheet. @param themeCss URL of the merchant's stylesheet, `/theme-<hash>.css` */
export function stylesheetUrl(themeCss: string): string {
  return themeCss.replace('/theme-', `/theme-shop-${ourHash}-`);
}

/**
 * Returns the stylesheet for a URL.
 * @param name the URL without `/theme-` and `.css`
 * @param theme the merchant's current stylesheet
 * @returns the text of the stylesheet, and whether it is the version that the URL names
 */
export function findStylesheet(
  name: string,
  theme: { css: string; hash: string },
): { css: string; isCurrent: boolean } {
  if (!name.startsWith('shop-')) return { css: theme.css, isCurrent: name === theme.hash };
  // The merchant's styles come last and outside the layers, so that they take precedence.
  return { css: `${ours}\n${theme.css}`, isCurrent: name === `shop-${ourHash}-${theme.hash}` };
}
