/**
 * Asks for consent to send events to advertising services, and applies the shopper's choice (R122, TRK-19). The banner is in the
 * page's HTML and the choice in browser storage, so pages can be cached for everyone.
 */

import { type Consent, consentKey, parseConsent, serialiseConsent } from '#lib/marketing/consent.ts';
import { isPageWithoutPixels } from '#lib/marketing/pages-without-pixels.ts';
import { earlyTargets } from '../intent/click-replay.ts';
import { optsOutOfTracking } from '../page/opts-out-of-tracking.ts';
import { safeLocalStorage } from '../stores/storage.ts';
import sheet from './consent.css?url';
import { subscribeToEvents } from './shopper-events.ts';

// Re-exported so that event sending and consent are bundled into one chunk.
export { sendEvent } from './shopper-events.ts';

const { dataset } = document.documentElement;
/** Advertising services named in the banner; a new service requires a new choice. */
const services = (dataset.pixels ?? '').split(' ').map((pixel) => pixel.split(':')[0] ?? '');

/** Storage key that is written and removed immediately, to test whether storage works. */
const trialKey = 'consent_trial';

/** Shows the consent banner, or applies the stored choice. */
export function mountConsent(): void {
  const link = document.querySelector<HTMLElement>('[data-consent-link]');
  // Do Not Track and Global Privacy Control count as a refusal, in either consent mode (TRK-18).
  if (optsOutOfTracking()) {
    subscribeToEvents(null);
    link?.classList.add('consent-said');
    return;
  }
  const banner = document.getElementById('consent');
  const consent = current();
  link?.addEventListener('click', () => banner && show(banner, link));
  const opener = link && earlyTargets('click', link).length > 0 ? link : undefined;
  // Honour consent only if storage works: otherwise a later withdrawal could not be stored.
  if (consent === 'yes' && safeLocalStorage.set(trialKey, consent)) advertise();
  else if (consent !== 'open') subscribeToEvents(null);
  if (banner && (opener || (consent === 'open' && !isPageWithoutPixels(dataset.page, location.search))))
    show(banner, opener);
  safeLocalStorage.remove(trialKey);
  // Repeat the cleanup if it failed after an earlier withdrawal (withdraw-consent.ts).
  if (consent === 'no' && /(^|; )(_|tt|u_sc)/.test(document.cookie)) withdraw();
}

const isAllowed = () => current() === 'yes';

function advertise(): void {
  import('./advertise.ts').then(
    (advertising) => advertising.startAdvertising(isAllowed, withdraw),
    () => subscribeToEvents(null),
  );
}

/**
 * Withdraws consent. If the cleanup script fails to load, reloads the page to remove running pixels (scripts cannot be unloaded);
 * the cleanup then runs after the reload.
 */
function withdraw(): void {
  subscribeToEvents(null);
  import('./withdraw-consent.ts').then(
    (cleaning) => cleaning.withdrawConsent(),
    () => document.querySelector('script[data-pixel]') && location.reload(),
  );
}

let style: Promise<unknown> | undefined;

/**
 * Loads the banner's stylesheet. Duplicates load-stylesheet.ts, as `announce` duplicates announce.ts: importing the shared modules
 * would load the bag's chunk.
 */
function styled(): Promise<unknown> {
  style ??= new Promise((resolve) => {
    const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', href: sheet });
    link.onload = link.onerror = resolve;
    document.head.append(link);
  });
  return style;
}

function announce(message = ''): void {
  const live = document.getElementById('live');
  if (live) live.textContent = message;
}

/** Shows the banner. @param opener control that regains focus afterwards; without one, the banner does not take focus */
function show(banner: HTMLElement, opener?: HTMLElement): void {
  void styled().then(() => {
    const consent = current();
    for (const button of banner.querySelectorAll<HTMLButtonElement>('[data-answer]')) {
      if (opener) button.ariaPressed = String(button.dataset.answer === consent);
      button.onclick = () => answer(banner, button.dataset.answer as 'yes' | 'no', opener);
    }
    banner.hidden = false;
    if (opener) banner.focus();
    else announce(banner.querySelector('h2')?.textContent ?? '');
  });
}

function current(): Consent {
  const stored = parseConsent(safeLocalStorage.get(consentKey), services, Date.now());
  return stored === 'open' && dataset.consent === 'implied' ? 'yes' : stored;
}

function answer(banner: HTMLElement, choice: 'yes' | 'no', opener?: HTMLElement): void {
  const before = current();
  safeLocalStorage.set(consentKey, serialiseConsent(choice, services, Date.now()));
  const hadFocus = banner.contains(document.activeElement);
  banner.hidden = true;
  if (hadFocus) (opener ?? document.getElementById('main'))?.focus({ preventScroll: true });
  announce(banner.dataset.kept);
  if (choice === 'yes') {
    if (before !== 'yes') advertise();
    return;
  }
  if (before === 'yes') withdraw();
  else subscribeToEvents(null);
}
