/** Says before the first paint that scripts run and whether there is a login, for what only looks different then. */
import { hasLogin } from '../lib/session/login-sign.ts';

document.documentElement.classList.add('js');
if (hasLogin()) document.documentElement.classList.add('logged-in');
