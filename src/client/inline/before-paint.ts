/**
 * Sets root classes before first paint: scripts run, a login exists, prices will change to another currency. A visitor with a
 * stored language goes to the page in it.
 */
import { getLanguageRedirect } from '../../lib/language/language-redirect.ts';
import { hasLogin } from '../login/login-sign.ts';

const root = document.documentElement;
const { classList, dataset } = root;
classList.add('js');
// Delays the layout of content far below the fold (docs/decisions/10-first-paint.md), unless the visitor returns to a position.
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
  // The digits keep their space, invisible, until inline:pickers has rewritten them.
  if (dataset.currency && (localStorage.getItem('currency') ?? dataset.currency) !== dataset.currency)
    classList.add('other-currency');
} catch {
  // Storage is blocked: no choice is stored.
}
