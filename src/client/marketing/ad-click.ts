/** Ad-click ids of the address as cookies that end with the browser (R76, SESS-11). Only after a yes. */

/** Ids as the services make them; anything else is nobody's. */
const shape = /^[\w.-]{1,500}$/;

/** @param services that the shop has, by name */
export function keepAdClick(services: readonly string[], now: number): void {
  const query = new URLSearchParams(location.search);
  const fbclid = query.get('fbclid') ?? '';
  const ttclid = query.get('ttclid') ?? '';
  if (services.includes('meta') && shape.test(fbclid) && !has('_fbc')) set('_fbc', `fb.1.${now}.${fbclid}`);
  if (services.includes('tiktok') && shape.test(ttclid) && !has('ttclid')) set('ttclid', ttclid);
}

function has(name: string): boolean {
  return document.cookie.split(/;\s*/).some((pair) => pair.startsWith(`${name}=`));
}

function set(name: string, value: string): void {
  const secure = location.protocol === 'https:' ? '; Secure' : '';
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in Safari before 18.4 and on plain http.
  document.cookie = `${name}=${value}; Path=/; SameSite=Lax${secure}`;
}
