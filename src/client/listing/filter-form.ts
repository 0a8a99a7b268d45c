/**
 * Filters of a product list. Beside the list, each change applies immediately; in the bottom sheet on small screens, a button
 * displays the number of matches and applies the filters. The list is replaced in place and the URL updated. The form also works
 * without scripts.
 */

import { earlyTargets } from '#client/intent/click-replay.ts';
import { debounce } from '#lib/forms/debounce.ts';
import { parseStoredJson } from '#lib/storage/device-storage.ts';
import { safeSessionStorage } from '../stores/storage.ts';

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

/** Mounts the filters and the "view more" button. Called again each time the list is replaced. */
export function mountListing(): void {
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
    for (const [name, value] of [...formData]) if (value === '') formData.delete(name);
  });
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    if (isOpen()) sheet?.hidePopover();
    import('./show-listing-view.ts').then(
      ({ showListingView }) => showListingView(form, mountListing),
      // If the script fails to load, let the browser submit the form.
      () => form.submit(),
    );
  });
  const count = debounce(() => showCount(form), 250);
  // Debounced, because each key press on a slider is a change.
  const chooseLater = debounce(choose, 400);
  for (const field of form.elements) {
    // A fieldset also receives its fields' change events.
    if (!field.matches('input, select')) continue;
    const isSlider = field.matches('[type=range]');
    field.addEventListener('change', () => {
      if (isSlider || field.matches('[name^=price]'))
        slid(field).then(isSlider ? chooseLater : () => {}, () => {});
      if (!isSlider) choose(field);
    });
    if (isSlider) field.addEventListener('input', () => void slid(field).catch(() => {}));
  }
  /** Synchronises price fields and slider. @returns the field or slider that changed */
  async function slid(field: Element): Promise<Element> {
    const { syncPriceSlider } = await import('./price-slider.ts');
    syncPriceSlider(form!, field as HTMLInputElement);
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
  // On wide screens the filters are beside the list, so close the bottom sheet.
  besideList.onchange = () => isOpen() && sheet?.hidePopover();
}

const besideList = matchMedia('(width > 1040px)');

/** Stores the focused field and the scroll position, to restore them when the list is next rendered. */
function remember(field: Element): void {
  const { name, value } = field as HTMLInputElement;
  // If storage is blocked, a newly loaded page starts at the top.
  safeSessionStorage.set(key, JSON.stringify({ path: location.pathname, name, value, top: scrollY }));
}

function goOn(form: HTMLFormElement): void {
  const note = parseStoredJson(safeSessionStorage.get(key)) as {
    path: string;
    name: string;
    value: string;
    top: number;
  } | null;
  safeSessionStorage.remove(key);
  if (note?.path !== location.pathname) return;
  scrollTo({ top: note.top, behavior: 'instant' });
  const fields = [...form.elements] as HTMLInputElement[];
  const named = fields.filter(({ name }) => name === note.name);
  (named.find(({ value }) => value === note.value) ?? named[0])?.focus({ preventScroll: true });
}

async function showCount(form: HTMLFormElement): Promise<void> {
  const button = form.querySelector<HTMLButtonElement>('[data-apply]');
  const { fetchMatchCountLabel } = await import('./fetch-list.ts');
  const text = await fetchMatchCountLabel(form);
  if (button && text !== null) button.textContent = text;
}
