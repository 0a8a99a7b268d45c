/**
 * `client:intent`: an island is fetched when a shopper means it (docs/decisions/09-islands-on-intent.md). Until it is awake, clicks on its buttons
 * and submits of its forms are held, then replayed in order with the fields as they stood at each of them. This script is
 * inlined into every page: it imports next to nothing.
 */
import type { ClientDirective } from 'astro';
import { isPlainClick } from '../is-plain-click.ts';
import { lostIsland } from '../seams.ts';

export interface IntentOptions {
  /** Also wakes on the window event `wake:NAME`, for what happens outside the island. */
  wake?: string;
}

type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

interface Held {
  /** A button or link that was clicked, or a form that was submitted without one. */
  target: HTMLElement;
  fields: [Field, string | boolean][];
}

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
  const { wake } = Object(value) as IntentOptions;
  let held: Held[] = [];
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
      target.setAttribute('aria-busy', 'true');
      held.push({ target, fields: fieldsOf(island) });
    }
    const at = event.target as Element;
    isAwaited ||= event.type === (at.closest('summary') ? 'click' : 'change') && !at.closest('form[action]');
    void wakeUp();
  }

  async function wakeUp(): Promise<void> {
    if (isWaking) return;
    isWaking = true;
    let isLost = false;
    const lose = () => {
      isLost = true;
    };
    // Astro has tried the chunk twice when it says this.
    island.addEventListener(lostIsland, lose);
    const hydrate = await load();
    // A chunk that came and fails is as lost to the shopper: whoever waits for the island hears of it the same way.
    if (!isLost) await hydrate().catch(() => island.dispatchEvent(new Event(lostIsland, { bubbles: true })));
    listen('removeEventListener');
    const waiting = held;
    held = [];
    for (const { target } of waiting) target.removeAttribute('aria-busy');
    island.querySelector('.intent-lost')?.remove();
    if (!isLost) return replay(waiting, fieldsOf(island));
    if (isAwaited || waiting.length > 0) fallBack(island, waiting[0]?.target);
    isWaking = isAwaited = false;
    listen('addEventListener');
  }

  listen('addEventListener');
};

export default intent;

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
function fieldsOf(island: HTMLElement): Held['fields'] {
  return [...island.querySelectorAll<Field>('input:not([type=file]),select,textarea')].map((field) => [
    field,
    stateOf(field),
  ]);
}

function stateOf(field: Field): string | boolean {
  return isToggle(field) ? field.checked : field.value;
}

function isToggle(field: Field): field is HTMLInputElement {
  return field.type === 'checkbox' || field.type === 'radio';
}

/**
 * Repeats what was held, each with the fields as they were then, and leaves the fields as they are now. What the shopper did
 * not touch in between is left alone: a click may have changed it.
 */
function replay(waiting: Held[], now: Held['fields']): void {
  let before: Held['fields'] = [];
  const bring = (fields: Held['fields']) => {
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

function restore(fields: Held['fields']): void {
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
