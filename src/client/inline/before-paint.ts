/**
 * Before first paint, sets root classes that indicate that scripts are enabled, that the browser seems logged in, and that prices will
 * change to another currency. Redirects to the page in the stored language if it differs.
 */
import { getLanguageRedirect } from '../../lib/language/language-redirect.ts';
import { hasLogin } from '../login/login-sign.ts';

const root = document.documentElement;
const { classList, dataset } = root;
classList.add('js');
// Delay the layout of content far below the fold (docs/decisions/10-first-paint.md), unless the browser may restore a scroll position.
const [arrival] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
const isSamePage = document.referrer.split('?')[0] === location.origin + location.pathname;
if (dataset.page && arrival?.type === 'navigate' && !location.hash && !isSamePage) classList.add('soon');
if (hasLogin()) classList.add('logged-in');
try {
  const address = getLanguageRedirect(
    localStorage.getItem('lang'),
    dataset.languages ?? '',
    location.pathname + location.search + location.hash,
  );
  if (address) {
    root.hidden = true;
    location.replace(address);
  }
  // Hides prices, without removing their space, until inline:pickers has converted them.
  if (dataset.currency && (localStorage.getItem('currency') ?? dataset.currency) !== dataset.currency)
    classList.add('other-currency');
} catch {
  // Storage is blocked, so there is no stored language or currency.
}
