/** The page's search forms: native GET forms, normalised on submit (SRCH-01 to SRCH-08, R63, R74). */
import { getOrCreateId } from '../api/client-id.ts';

/** Returns a random id for search URLs, separate from `client_id` because URLs get shared (R63). */
export const searchId = () => getOrCreateId('oid');

/** Returns the URL of a search (SRCH-08). */
export function searchPath(q: string): string {
  return `/search?${new URLSearchParams({ type: 'product', oid: searchId(), q })}`;
}

/** Trims the text; blank text does not navigate; the URL contains `type`, `oid` and `q`. */
export function mountSearchForms(page: ParentNode = document): void {
  for (const form of page.querySelectorAll<HTMLFormElement>('form[data-search]')) {
    const field = searchField(form);
    const label = form.querySelector<HTMLInputElement>('[name=oid]');
    form.addEventListener('submit', (event) => {
      if (!field || !label) return;
      field.value = field.value.trim();
      if (field.value === '') return event.preventDefault();
      label.value = searchId();
      label.disabled = false;
    });
  }
}

/** Returns the text field. @param place a search form, or an element around one */
export function searchField(place: Element): HTMLInputElement | null {
  return place.querySelector('[name=q]');
}

/** Focuses the panel's field on opening; focusing it hydrates the suggestions. Escape clears the field, then closes the panel. */
export function mountSearchPanel(panel: HTMLElement): void {
  const field = searchField(panel);
  panel.addEventListener('toggle', ({ newState }) => {
    // Browsers do not return focus to a popover underneath.
    const next =
      newState === 'open' ? field : document.querySelector<HTMLElement>(':popover-open .menu-search');
    next?.focus();
  });
  // Some browsers do not pass Escape in a search field on to the popover around it.
  panel.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape' || !panel.matches(':popover-open')) return;
    event.preventDefault();
    if (!field?.value || event.target !== field) return panel.hidePopover();
    field.value = '';
    field.dispatchEvent(new Event('input', { bubbles: true }));
  });
  const hydrate = () => dispatchEvent(new Event('hydrate:search'));
  field?.addEventListener('focus', hydrate);
  // It may have been focused, and typed into, before this script ran.
  if (field && field === document.activeElement) hydrate();
}
