/**
 * Says before the first paint that scripts run, whether there is a login, and whether prices are shown in a currency of
 * the shopper's own choice, for what only looks different then. Who chose a language goes on in it.
 */
import { rememberedAddress } from '../../lib/language/remembered.ts';
import { hasLogin } from '../login/login-sign.ts';

const root = document.documentElement;
const { classList, dataset } = root;
classList.add('js');
// What is far below is laid out after that (docs/decisions/10-first-paint.md; inline:deferred-scripts ends it), where nobody is to come back to a place in it.
const [arrival] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
const isSamePage = document.referrer.split('?')[0] === location.origin + location.pathname;
if (dataset.page && arrival?.type === 'navigate' && !location.hash && !isSamePage) classList.add('soon');
if (hasLogin()) classList.add('logged-in');
try {
  const address = rememberedAddress(
    localStorage.getItem('lang'),
    dataset.languages ?? '',
    location.pathname + location.search + location.hash,
  );
  if (address) {
    root.hidden = true;
    location.replace(address);
  }
  // The digits keep their place, unseen, until inline:pickers has rewritten them.
  if (dataset.currency && (localStorage.getItem('currency') ?? dataset.currency) !== dataset.currency)
    classList.add('other-currency');
} catch {
  // Storage is forbidden: nothing was chosen.
}
