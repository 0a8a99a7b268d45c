/**
 * `client:intent` hydrates an island on the first interaction (docs/decisions/09-islands-on-intent.md). Until then, clicks on its
 * buttons and submits of its forms are queued; after hydration they are replayed in order, each with the field values at the time
 * of the click. Clicks on "Add to bag" survive a reload. This script is inlined into every page, so it imports almost nothing.
 */
import type { ClientDirective } from 'astro';
import { isPlainClick } from '../page/is-plain-click.ts';
import { islandFailedEvent } from './astro-internals.ts';

export interface IntentOptions {
  /** Also hydrates the island on the window event `hydrate:NAME`, for triggers outside the island. */
  hydrateOn?: string;
  /** Whether the island has an "Add to bag" button: queued clicks on it also hydrate the bag, and are repeated after a reload. */
  adds?: boolean;
}

type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;
type State = string | boolean;

interface QueuedClick {
  target: HTMLElement;
  fields: [Field, State][];
}

/** Selector of the product form's "Add to bag" button and of the one in the bottom bar on phones. */
const addButton = '#buy [type=submit]:not([name]),[form=buy]';
const storageKey = 'held_adds';

const signs = [
  'pointerenter',
  'touchstart',
  'focusin',
  'click',
  'input',
  'change',
  'keydown',
  'submit',
] as const;

const intent: ClientDirective = (load, { value }, island) => {
  const { hydrateOn, adds } = Object(value) as IntentOptions;
  let queue: QueuedClick[] = [];
  let isHydrating = false;
  /** True once the shopper has changed a field or clicked a <summary>, outside a form with an action: only the island handles these. */
  let isAwaited = false;

  const listen = (method: 'addEventListener' | 'removeEventListener') => {
    for (const sign of signs) island[method](sign, notice, { capture: true, passive: sign === 'touchstart' });
    if (hydrateOn) window[method](`hydrate:${hydrateOn}`, hydrateNow);
  };

  function notice(event: Event): void {
    const target = findQueueTarget(event);
    if (target) {
      event.preventDefault();
      event.stopImmediatePropagation();
      hold(target, fieldsOf(island));
    }
    const at = event.target as Element;
    isAwaited ||= event.type === (at.closest('summary') ? 'click' : 'change') && !at.closest('form[action]');
    void hydrateNow();
  }

  function hold(target: HTMLElement, fields: QueuedClick['fields']): void {
    target.setAttribute('aria-busy', 'true');
    queue.push({ target, fields });
    if (!adds || !target.matches(addButton)) return;
    storeAdds(queue);
    // The add will open the bag: load the bag in parallel with the form's island.
    dispatchEvent(new Event('hydrate:bag'));
  }

  async function hydrateNow(): Promise<void> {
    if (isHydrating) return;
    isHydrating = true;
    let hasFailed = false;
    const lose = () => {
      hasFailed = true;
    };
    island.addEventListener(islandFailedEvent, lose);
    const hydrate = await load();
    // Treat a chunk that loads but throws like a failed load: dispatch the same event.
    if (!hasFailed)
      await hydrate().catch(() => island.dispatchEvent(new Event(islandFailedEvent, { bubbles: true })));
    listen('removeEventListener');
    const waiting = queue;
    queue = [];
    if (adds) storeAdds(queue);
    for (const { target } of waiting) target.removeAttribute('aria-busy');
    island.querySelector('.intent-lost')?.remove();
    if (!hasFailed) return replay(waiting, fieldsOf(island));
    if (isAwaited || waiting.length > 0) fallBack(island, waiting[0]?.target);
    isHydrating = isAwaited = false;
    listen('addEventListener');
  }

  listen('addEventListener');
  if (!adds) return;
  const button = island.querySelector<HTMLButtonElement>(addButton);
  // If the product has sold out meanwhile, the form has no "Add to bag" button.
  for (const states of button && !button.disabled ? storedAdds() : []) {
    hold(
      button!,
      fieldsOf(island).map(([field, state], at) => [field, states[at] ?? state]),
    );
  }
  if (queue.length > 0) void hydrateNow();
  else storeAdds(queue);
};

export default intent;

function storeAdds(queue: QueuedClick[]): void {
  const adds = queue.filter(({ target }) => target.matches(addButton));
  const states = adds.map(({ fields }) => fields.map(([, state]) => state));
  try {
    if (adds.length > 0) sessionStorage.setItem(storageKey, JSON.stringify([location.href, states]));
    else sessionStorage.removeItem(storageKey);
  } catch {
    // Storage is blocked: the queue does not survive a reload.
  }
}

/** Returns the queued adds that a reload interrupted; after any other navigation, none. */
function storedAdds(): State[][] {
  const [entry] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  try {
    const [address, adds] = JSON.parse(sessionStorage.getItem(storageKey)!);
    return entry?.type === 'reload' && address === location.href && Array.isArray(adds) ? adds : [];
  } catch {
    return [];
  }
}

/** Returns the target of an event that only the island can handle; null if the browser handles the event natively. */
function findQueueTarget(event: Event): HTMLElement | null {
  const target = event.target as HTMLElement;
  if (event.type === 'submit') return target;
  if (event.type !== 'click' || !isPlainClick(event as MouseEvent)) return null;
  const pressed = target.closest<HTMLElement>('button,input[type=submit],a[data-intent]');
  if (!pressed || pressed.matches('[popovertarget],[commandfor]')) return null;
  // Queue a click on a link only if the media query in its `data-intent` matches, e.g. on wide screens; otherwise the link navigates.
  return matchMedia(pressed.dataset.intent || 'all').matches ? pressed : null;
}

/** Returns an island's fields with their values. Skips file inputs: scripts can clear a chosen file but not restore it. */
function fieldsOf(island: HTMLElement): QueuedClick['fields'] {
  return [...island.querySelectorAll<Field>('input:not([type=file]),select,textarea')].map((field) => [
    field,
    stateOf(field),
  ]);
}

function stateOf(field: Field): State {
  return isToggle(field) ? field.checked : field.value;
}

function isToggle(field: Field): field is HTMLInputElement {
  return field.type === 'checkbox' || field.type === 'radio';
}

/**
 * Replays queued clicks, each with the field values at the time of the click, then restores the current values. Fields that the
 * shopper did not change in between are not restored, because a replayed click may have changed them.
 */
function replay(waiting: QueuedClick[], now: QueuedClick['fields']): void {
  let before: QueuedClick['fields'] = [];
  const bring = (fields: QueuedClick['fields']) => {
    restore(
      fields.filter(([field, state]) => !before.some(([other, old]) => other === field && old === state)),
    );
    before = fields;
  };
  for (const { target, fields } of waiting) {
    bring(fields);
    if (target instanceof HTMLFormElement) target.requestSubmit();
    else target.click();
  }
  if (waiting.length > 0) bring(now);
}

function restore(fields: QueuedClick['fields']): void {
  for (const [field, state] of fields) {
    if (stateOf(field) === state || !field.isConnected) continue;
    // For radios, click only the one to check; its group unchecks the others.
    if (isToggle(field)) {
      if (state || field.type === 'checkbox') field.click();
      continue;
    }
    // Use the prototype's setter, so that React notices the change.
    Reflect.set(Object.getPrototypeOf(field), 'value', state, field);
    for (const type of ['input', 'change']) field.dispatchEvent(new Event(type, { bubbles: true }));
  }
}

/** Handles an island that failed to load: a link or a form with an action works natively; anything else shows an error message. */
function fallBack(island: HTMLElement, target?: HTMLElement): void {
  if (target?.closest('a[href],form[action]')) {
    if (target instanceof HTMLFormElement) target.submit();
    else target.click();
    return;
  }
  // The page's live region contains the translated message for a part that failed to load (`data-lost`).
  const region = document.getElementById('live');
  if (!region) return;
  region.textContent = region.dataset.lost ?? '';
  const message = document.createElement('p');
  message.className = 'intent-lost';
  message.textContent = region.textContent;
  island.append(message);
}
