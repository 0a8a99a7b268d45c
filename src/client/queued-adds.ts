/** Presses of "Add to bag" that wait for their script outlive a reload (docs/decisions/09-islands-on-intent.md). Runs inline: kept small. */
import { lostIsland } from '#client/seams.ts';

const key = 'held_adds';
type State = (string | boolean)[];

/** @param form the product's; it stands in an island that is `[ssr]` until it is awake */
export function queueAdds(form: HTMLFormElement): void {
  const add = form.querySelector<HTMLButtonElement>('[type=submit]:not([name])');
  const fields = [...form.querySelectorAll<HTMLInputElement>('input,select')];
  const [entry] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  const again = entry?.type === 'reload' ? stored() : [];
  let states: State[] = [];
  const keep = (next: State[]) => {
    states = next;
    store(next);
  };
  // Somebody who came another way starts anew; a reload keeps them until they are pressed, for one that follows at once.
  store(again);
  // Before the island holds the click; what it replays comes by here as well, and is done.
  addEventListener(
    'click',
    ({ target }) => {
      // The button at the foot of a phone's window is the form's as well.
      if ((target as Element).closest<HTMLButtonElement>('[type=submit]:not([name])')?.form !== form) return;
      const state = fields.map((field) => (field.type === 'radio' ? field.checked : field.value));
      const isAsleep = form.closest('[ssr]');
      keep(isAsleep ? [...states, state] : []);
      // What shows the add is fetched beside what makes it, not after.
      if (isAsleep) dispatchEvent(new Event('wake:bag'));
    },
    true,
  );
  // The shopper is told that these are lost: none of them waits any longer.
  addEventListener(lostIsland, ({ target }) => {
    if ((target as Node).contains(form)) keep([]);
  });
  addEventListener('DOMContentLoaded', () => {
    // Sold out, the form has no button.
    if (!add || add.disabled) {
      keep([]);
      return;
    }
    for (const state of again) {
      for (const [at, field] of fields.entries()) {
        Object.assign(field, { [field.type === 'radio' ? 'checked' : 'value']: state[at] });
      }
      add.click();
    }
  });
}

function store(states: State[]): void {
  try {
    if (states.length > 0) sessionStorage.setItem(key, JSON.stringify([location.href, states]));
    else sessionStorage.removeItem(key);
  } catch {
    // Without storage they wait in this page alone.
  }
}

function stored(): State[] {
  try {
    const [address, states] = JSON.parse(sessionStorage.getItem(key)!);
    return address === location.href && Array.isArray(states) ? states : [];
  } catch {
    return [];
  }
}
