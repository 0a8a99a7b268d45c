import { localPath } from '../language/local-path.ts';
/** What happens on code 10110 (R25): a framed page says so, any other goes to the login page and back afterwards. */
export function goToLogin(): void {
  if (window.self !== window.top) alert('Please log in first');
  else
    location.assign(
      localPath('/login') + `?return_url=${encodeURIComponent(location.pathname + location.search)}`,
    );
}
