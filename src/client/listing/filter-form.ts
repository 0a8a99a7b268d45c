/**
 * A list with scripts: beside it every choice of its filters is made at once; in the sheet of small screens its button
 * says how many products a choice leaves, and makes it. The list is shown anew in its place, its address with it. The form
 * itself works without any of this.
 */

import { earlyTargets } from '#client/intent/click-replay.ts';
import { debounce } from '#lib/forms/debounce.ts';
import { readJson } from '#lib/storage/device-storage.ts';
import { session } from '../stores/storage.ts';

function mountViewMore(): void {
  const button = document.querySelector<HTMLButtonElement>('[data-more]');
  const list = document.getElementById('products');
  if (!button || !list) return;
  const toggle = () => {
    const isShort = list.classList.toggle('cards-short');
    button.setAttribute('aria-expanded', String(!isShort));
    button.textContent = (isShort ? button.dataset.more : button.dataset.less) ?? '';
    const first = list.children[10]?.querySelector('a');
    if (isShort) button.scrollIntoView({ block: 'center' });
    else first?.focus({ preventScroll: true });
  };
  button.addEventListener('click', toggle);
  for (const _ of earlyTargets('click', button)) toggle();
}

const key = 'listing';

/** Done again for each view that takes the place of another. */
export function mountList(): void {
  mountFilters();
  mountViewMore();
}

function mountFilters(): void {
  const form = document.querySelector<HTMLFormElement>('[data-filters]');
  if (!form) return;
  const sheet = form.closest<HTMLElement>('[popover]');
  const isOpen = () => sheet?.matches(':popover-open') ?? false;
  goOn(form);
  form.addEventListener('formdata', ({ formData }) => {
    // An address says only what was chosen.
    for (const [name, value] of [...formData]) if (value === '') formData.delete(name);
  });
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    if (isOpen()) sheet?.hidePopover();
    import('./show-view.ts').then(
      ({ showView }) => showView(form, mountList),
      // Without it the browser sends the form.
      () => form.submit(),
    );
  });
  const count = debounce(() => showCount(form), 250);
  // A thumb of the slider comes to rest before the list is asked for: each key is a change.
  const chooseLater = debounce(choose, 400);
  for (const field of form.elements) {
    // A fieldset hears of its fields' changes, too.
    if (!field.matches('input, select')) continue;
    const isSlider = field.matches('[type=range]');
    field.addEventListener('change', () => {
      if (isSlider || field.matches('[name^=price]'))
        slid(field).then(isSlider ? chooseLater : () => {}, () => {});
      if (!isSlider) choose(field);
    });
    if (isSlider) field.addEventListener('input', () => void slid(field).catch(() => {}));
  }
  /** Fields and slider say the same. @returns the one that was moved */
  async function slid(field: Element): Promise<Element> {
    const { showPrices } = await import('./price-slider.ts');
    showPrices(form!, field as HTMLInputElement);
    return field;
  }
  function choose(field: Element): void {
    if (isOpen() && sheet?.contains(field)) {
      count();
      return;
    }
    remember(field);
    form!.requestSubmit();
  }
  for (const field of earlyTargets('change', form)) field.dispatchEvent(new Event('change'));
  // The list stands beside its filters from here on.
  besideList.onchange = () => isOpen() && sheet?.hidePopover();
}

const besideList = matchMedia('(width > 1040px)');

/** Leaves a note for the next view, in this page or another: it begins where this one was. */
function remember(field: Element): void {
  const { name, value } = field as HTMLInputElement;
  // Without storage the page begins at its top.
  session.set(key, JSON.stringify({ path: location.pathname, name, value, top: scrollY }));
}

function goOn(form: HTMLFormElement): void {
  const note = readJson(session.get(key)) as {
    path: string;
    name: string;
    value: string;
    top: number;
  } | null;
  session.remove(key);
  if (note?.path !== location.pathname) return;
  scrollTo({ top: note.top, behavior: 'instant' });
  const fields = [...form.elements] as HTMLInputElement[];
  const named = fields.filter(({ name }) => name === note.name);
  (named.find(({ value }) => value === note.value) ?? named[0])?.focus({ preventScroll: true });
}

async function showCount(form: HTMLFormElement): Promise<void> {
  const button = form.querySelector<HTMLButtonElement>('[data-apply]');
  const { matchesText } = await import('./fetch-list.ts');
  const text = await matchesText(form);
  if (button && text !== null) button.textContent = text;
}
