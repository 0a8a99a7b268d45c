/**
 * One stylesheet per page with our styles and the merchant's: on a phone every further file costs a connection before first
 * paint. Named by its content, so browsers cache it.
 */
import { createHash } from 'node:crypto';
import shared from '../styles/index.css?inline';

const sections = import.meta.glob<string>('../sections/*/*.css', {
  query: '?inline',
  import: 'default',
  eager: true,
});
/** Contains the styles of every section: all pages of a shop share one stylesheet. */
const ours = `${shared}@layer parts{${Object.values(sections).join('')}}`;

const ourHash = createHash('sha256').update(ours).digest('hex').slice(0, 8);

/** Returns the URL of the combined stylesheet. @param themeCss URL of the merchant's stylesheet, `/theme-<hash>.css` */
export function stylesheetUrl(themeCss: string): string {
  return themeCss.replace('/theme-', `/theme-shop-${ourHash}-`);
}

/**
 * Returns the stylesheet of a URL.
 * @param name the URL without `/theme-` and `.css`
 * @param theme the merchant's current stylesheet
 * @returns the text, and whether the URL names exactly this text
 */
export function findStylesheet(
  name: string,
  theme: { css: string; hash: string },
): { css: string; isCurrent: boolean } {
  if (!name.startsWith('shop-')) return { css: theme.css, isCurrent: name === theme.hash };
  // The merchant's values come last and outside the layers, so they win.
  return { css: `${ours}\n${theme.css}`, isCurrent: name === `shop-${ourHash}-${theme.hash}` };
}
