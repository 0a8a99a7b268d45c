/**
 * `client:intent`: an island is fetched when a shopper means it (docs/decisions/09-islands-on-intent.md). Until it is awake, clicks on its buttons
 * and submits of its forms are held, then replayed in order with the fields as they stood at each of them. Clicks on "Add to bag"
 * outlive a reload. This script is inlined into every page: it imports next to nothing.
 */
import type { ClientDirective } from 'astro';
import { isPlainClick } from '../page/is-plain-click.ts';
import { islandFailedEvent } from './astro-internals.ts';

export interface IntentOptions {
  /** Also wakes on the window event `wake:NAME`, for what happens outside the island. */
  wake?: string;
  /** A reload repeats its held clicks on "Add to bag"; they fetch the bag as well. */
  adds?: boolean;
}

type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;
type State = string | boolean;

interface QueuedClick {
  /** A button or link that was clicked, or a form that was submitted without one. */
  target: HTMLElement;
  fields: [Field, State][];
}

/** The form's button that adds to the bag, and the one at the foot of a phone's window. */
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
  const { wake, adds } = Object(value) as IntentOptions;
  let queue: QueuedClick[] = [];
  let isWaking = false;
  /** A changed field or an opened fold shows nothing without the island, unless the form goes somewhere by itself. */
  let isAwaited = false;

  const listen = (method: 'addEventListener' | 'removeEventListener') => {
    for (const sign of signs) island[method](sign, notice, { capture: true, passive: sign === 'touchstart' });
    if (wake) window[method](`wake:${wake}`, wakeUp);
  };

  function notice(event: Event): void {
    const target = heldTarget(event);
    if (target) {
      event.preventDefault();
      event.stopImmediatePropagation();
      hold(target, fieldsOf(island));
    }
    const at = event.target as Element;
    isAwaited ||= event.type === (at.closest('summary') ? 'click' : 'change') && !at.closest('form[action]');
    void wakeUp();
  }

  function hold(target: HTMLElement, fields: QueuedClick['fields']): void {
    target.setAttribute('aria-busy', 'true');
    queue.push({ target, fields });
    if (!adds || !target.matches(addButton)) return;
    storeAdds(queue);
    // The bag shows the add: it is fetched beside the form, not after it.
    dispatchEvent(new Event('wake:bag'));
  }

  async function wakeUp(): Promise<void> {
    if (isWaking) return;
    isWaking = true;
    let isLost = false;
    const lose = () => {
      isLost = true;
    };
    // Astro has tried the chunk twice when it says this.
    island.addEventListener(islandFailedEvent, lose);
    const hydrate = await load();
    // A chunk that came and fails is as lost to the shopper: whoever waits for the island hears of it the same way.
    if (!isLost)
      await hydrate().catch(() => island.dispatchEvent(new Event(islandFailedEvent, { bubbles: true })));
    listen('removeEventListener');
    const waiting = queue;
    queue = [];
    if (adds) storeAdds(queue);
    for (const { target } of waiting) target.removeAttribute('aria-busy');
    island.querySelector('.intent-lost')?.remove();
    if (!isLost) return replay(waiting, fieldsOf(island));
    if (isAwaited || waiting.length > 0) fallBack(island, waiting[0]?.target);
    isWaking = isAwaited = false;
    listen('addEventListener');
  }

  listen('addEventListener');
  if (!adds) return;
  const button = island.querySelector<HTMLButtonElement>(addButton);
  // Sold out meanwhile, the form has no button.
  for (const states of button && !button.disabled ? storedAdds() : []) {
    hold(
      button!,
      fieldsOf(island).map(([field, state], at) => [field, states[at] ?? state]),
    );
  }
  if (queue.length > 0) void wakeUp();
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
    // Without storage they wait in this page alone.
  }
}

/** The adds that a reload interrupted: another way to the page begins without any. */
function storedAdds(): State[][] {
  const [entry] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  try {
    const [address, adds] = JSON.parse(sessionStorage.getItem(storageKey)!);
    return entry?.type === 'reload' && address === location.href && Array.isArray(adds) ? adds : [];
  } catch {
    return [];
  }
}

/** What an event would set off that only the island can do; null for everything the browser does well by itself. */
function heldTarget(event: Event): HTMLElement | null {
  const target = event.target as HTMLElement;
  if (event.type === 'submit') return target;
  if (event.type !== 'click' || !isPlainClick(event as MouseEvent)) return null;
  const pressed = target.closest<HTMLElement>('button,input[type=submit],a[data-intent]');
  if (!pressed || pressed.matches('[popovertarget],[commandfor]')) return null;
  // A link is held only where the island takes it over, e.g. on wide screens; elsewhere it is a link.
  return matchMedia(pressed.dataset.intent || 'all').matches ? pressed : null;
}

/** A chosen file cannot be put back, only lost: such fields stay as they are. */
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
 * Repeats what was held, each with the fields as they were then, and leaves the fields as they are now. What the shopper did
 * not touch in between is left alone: a click may have changed it.
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
    // A radio that is to be off goes off when the one that is to be on is clicked.
    if (isToggle(field)) {
      if (state || field.type === 'checkbox') field.click();
      continue;
    }
    // The prototype's setter, so that React sees a change.
    Reflect.set(Object.getPrototypeOf(field), 'value', state, field);
    for (const type of ['input', 'change']) field.dispatchEvent(new Event(type, { bubbles: true }));
  }
}

/** The island cannot come: a link or a form with an address does without it, anything else is said. */
function fallBack(island: HTMLElement, target?: HTMLElement): void {
  if (target?.closest('a[href],form[action]')) {
    if (target instanceof HTMLFormElement) target.submit();
    else target.click();
    return;
  }
  // The page's one live region; the layout writes beside it, in the page's language, what is said of a lost part.
  const region = document.getElementById('live');
  if (!region) return;
  region.textContent = region.dataset.lost ?? '';
  const message = document.createElement('p');
  message.className = 'intent-lost';
  message.textContent = region.textContent;
  island.append(message);
}
