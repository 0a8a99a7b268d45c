/**
 * What has shown once a browser session has shown in all its tabs (POP-18): session storage is each tab's own, so tabs tell each
 * other, by the one storage they share.
 */
import { local, session } from '../storage.ts';

const key = 'popup_tabs';
const ask = 'ask';
const told = 'told';
const flag = 'popup_s_';

function shownInSession(): string[] {
  try {
    return Object.keys(sessionStorage)
      .filter((name) => name.startsWith(flag))
      .map((name) => name.slice(flag.length));
  } catch {
    return [];
  }
}

/**
 * Asks the other tabs what has shown, and answers those that ask later.
 * @returns false where the browser stores nothing
 */
export function shareSession(): boolean {
  addEventListener('storage', ({ key: name, newValue }) => {
    const [said, shown = ''] = name === key ? (newValue ?? '').split(' ') : [];
    if (said === ask) local.set(key, `${told} ${shownInSession()} ${Date.now()}`);
    // Another tab has just shown one, or says what it has shown before.
    const ids = said === told ? shown.split(',') : [/^popup_(\d+)$/.exec(name ?? '')?.[1]];
    for (const id of ids) if (id) session.set(flag + id, '1');
  });
  return local.set(key, `${ask} ${Date.now()}`);
}
