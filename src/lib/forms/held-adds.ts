/** Presses of "Add to bag" that wait for their script outlive a reload (decision 0156). Runs inline: kept small. */

const key = 'held_adds';

/** @param form the product's; it stands in an island that is `[ssr]` until it is awake */
export function keepHeldAdds(form: HTMLFormElement): void {
  const add = form.querySelector<HTMLButtonElement>('[type=submit]:not([name])')!;
  const fields = [...form.querySelectorAll<HTMLInputElement>('input,select')];
  let states: (string | boolean)[][] = [];
  // Before the island holds the click; what it replays comes by here as well, and is done.
  addEventListener(
    'click',
    ({ target }) => {
      if (!add.contains(target as Node)) return;
      const state = fields.map((field) => (field.type === 'radio' ? field.checked : field.value));
      states = form.closest('[ssr]') ? [...states, state] : [];
      try {
        sessionStorage.setItem(key, JSON.stringify([location.href, states]));
      } catch {
        // Without storage they wait in this page alone.
      }
    },
    true,
  );
  addEventListener('DOMContentLoaded', () => {
    const [entry] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
    for (const state of entry?.type === 'reload' ? stored() : []) {
      for (const [at, field] of fields.entries()) {
        Object.assign(field, { [field.type === 'radio' ? 'checked' : 'value']: state[at] });
      }
      add.click();
    }
  });
}

function stored(): (string | boolean)[][] {
  try {
    const [address, states] = JSON.parse(sessionStorage.getItem(key)!);
    return address === location.href ? states : [];
  } catch {
    return [];
  }
}
