/**
 * Asks whether advertising services may be told what happens here, and keeps to the answer (R122, TRK-19). The banner is in the
 * page's HTML, the answer in the browser: a cached page suits everybody.
 */

import { type Consent, consentKey, readConsent, writeConsent } from '#lib/marketing/consent.ts';
import { isClosedPage } from '#lib/marketing/pages-without-pixels.ts';
import { earlyTargets } from '../intent/click-replay.ts';
import { optsOutOfTracking } from '../page/opts-out-of-tracking.ts';
import { local } from '../stores/storage.ts';
import sheet from './consent.css?url';
import { subscribe } from './shopper-events.ts';

// One script for the two: whoever tells has to be asked.
export { sendEvent } from './shopper-events.ts';

const { dataset } = document.documentElement;
/** Named in the question: a new one is asked for again. */
const services = (dataset.pixels ?? '').split(' ').map((pixel) => pixel.split(':')[0] ?? '');

/** Written and removed at once, to see whether an answer could be. */
const trialKey = 'consent_trial';

/** Asks, or keeps to the answer. */
export function mountConsent(): void {
  const link = document.querySelector<HTMLElement>('[data-consent-link]');
  // Do Not Track and Global Privacy Control are an answer, in either mode (TRK-18).
  if (optsOutOfTracking()) {
    subscribe(null);
    link?.classList.add('consent-said');
    return;
  }
  const banner = document.getElementById('consent');
  const given = current();
  link?.addEventListener('click', () => banner && show(banner, link));
  const opener = link && earlyTargets('click', link).length > 0 ? link : undefined;
  // A yes counts only where a no could be kept.
  if (given === 'yes' && local.set(trialKey, given)) advertise();
  else if (given !== 'open') subscribe(null);
  if (banner && (opener || (given === 'open' && !isClosedPage(dataset.page, location.search))))
    show(banner, opener);
  local.remove(trialKey);
  // Taken back where it could not be cleaned up (withdraw.ts).
  if (given === 'no' && /(^|; )(_|tt|u_sc)/.test(document.cookie)) withdraw();
}

const isAllowed = () => current() === 'yes';

function advertise(): void {
  import('./advertise.ts').then(
    (advertising) => advertising.advertise(isAllowed, withdraw),
    () => subscribe(null),
  );
}

/** A script that runs cannot be taken out of a page: where it cannot be cleaned up now, the page begins anew and does it then. */
function withdraw(): void {
  subscribe(null);
  import('./withdraw.ts').then(
    (cleaning) => cleaning.withdraw(),
    () => document.querySelector('script[data-pixel]') && location.reload(),
  );
}

let style: Promise<unknown> | undefined;

/** Loaded by itself, and `say` said by itself: what other surfaces share for that (announce.ts, load-stylesheet.ts) comes with the bag. */
function styled(): Promise<unknown> {
  style ??= new Promise((resolve) => {
    const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', href: sheet });
    link.onload = link.onerror = resolve;
    document.head.append(link);
  });
  return style;
}

function say(words = ''): void {
  const live = document.getElementById('live');
  if (live) live.textContent = words;
}

/** @param asked the control that asked for it, which gets the focus back; without one the banner comes by itself and takes no focus */
function show(banner: HTMLElement, opener?: HTMLElement): void {
  void styled().then(() => {
    const given = current();
    for (const button of banner.querySelectorAll<HTMLButtonElement>('[data-answer]')) {
      if (opener) button.ariaPressed = String(button.dataset.answer === given);
      button.onclick = () => answer(banner, button.dataset.answer as 'yes' | 'no', opener);
    }
    banner.hidden = false;
    if (opener) banner.focus();
    else say(banner.querySelector('h2')?.textContent ?? '');
  });
}

function current(): Consent {
  const stored = readConsent(local.get(consentKey), services, Date.now());
  return stored === 'open' && dataset.consent === 'implied' ? 'yes' : stored;
}

function answer(banner: HTMLElement, choice: 'yes' | 'no', opener?: HTMLElement): void {
  const before = current();
  local.set(consentKey, writeConsent(choice, services, Date.now()));
  const hadFocus = banner.contains(document.activeElement);
  banner.hidden = true;
  // What is left of the page goes on where the shopper was.
  if (hadFocus) (opener ?? document.getElementById('main'))?.focus({ preventScroll: true });
  say(banner.dataset.kept);
  if (choice === 'yes') {
    if (before !== 'yes') advertise();
    return;
  }
  if (before === 'yes') withdraw();
  else subscribe(null);
}
