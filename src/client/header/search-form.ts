/** The page's search forms: native GET forms, normalised on submit (SRCH-01 to SRCH-08, R63, R74). */
import { getOrCreateId } from '../api/client-id.ts';

/** Returns a random id for search URLs, separate from `client_id` because URLs get shared (R63). */
export const searchId = () => getOrCreateId('oid');

/** Returns the URL of a search (SRCH-08). */
export function searchPath(q: string): string {
  return `/search?${new URLSearchParams({ type: 'product', oid: searchId(), q })}`;
}

/** Mounts the search forms: trims the query, ignores blank queries and adds `oid` to the URL's `type` and `q`. */
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

/** Returns the search text field. @param place a search form, or an element that contains one */
export function searchField(place: Element): HTMLInputElement | null {
  return place.querySelector('[name=q]');
}

/**
 * Mounts the search panel: opening it focuses the field, which hydrates the suggestions. Escape clears the field, then closes the panel.
 */
export function mountSearchPanel(panel: HTMLElement): void {
  const field = searchField(panel);
  panel.addEventListener('toggle', ({ newState }) => {
    // When the panel closes over the open menu, browsers do not return the focus to the menu, so focus the menu's search button.
    const next =
      newState === 'open' ? field : document.querySelector<HTMLElement>(':popover-open .menu-search');
    next?.focus();
  });
  // In some browsers, Escape in a search field does not close the surrounding popover.
  panel.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape' || !panel.matches(':popover-open')) return;
    event.preventDefault();
    if (!field?.value || event.target !== field) return panel.hidePopover();
    field.value = '';
    field.dispatchEvent(new Event('input', { bubbles: true }));
  });
  const hydrate = () => dispatchEvent(new Event('hydrate:search'));
  field?.addEventListener('focus', hydrate);
  // The field may have been focused, and typed into, before this script ran.
  if (field && field === document.activeElement) hydrate();
}
