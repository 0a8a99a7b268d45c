/** The search forms of a page: native GET forms that are tidied on the way out (SRCH-01 to SRCH-08, R63, R74). */
import { randomLabel } from '../api/client-id.ts';

/** A random value of its own for the search address, because addresses get shared (R63). */
export const searchLabel = () => randomLabel('oid');

/** The address a search form leads to (SRCH-08). */
export function searchPath(q: string): string {
  return `/search?${new URLSearchParams({ type: 'product', oid: searchLabel(), q })}`;
}

/** Text without surrounding space; blank text does not navigate; the address says `type`, `oid` and `q`. */
export function mountSearchForms(page: ParentNode = document): void {
  for (const form of page.querySelectorAll<HTMLFormElement>('form[data-search]')) {
    const field = searchField(form);
    const label = form.querySelector<HTMLInputElement>('[name=oid]');
    form.addEventListener('submit', (event) => {
      if (!field || !label) return;
      field.value = field.value.trim();
      if (field.value === '') return event.preventDefault();
      label.value = searchLabel();
      label.disabled = false;
    });
  }
}

/** What is typed into. @param place a search form, or something around one */
export function searchField(place: Element): HTMLInputElement | null {
  return place.querySelector('[name=q]');
}

/**
 * The panel's field has the attention when it opens; suggestions are fetched when the field gets the focus. Escape empties the
 * field, then closes the panel.
 */
export function mountSearchPanel(panel: HTMLElement): void {
  const field = searchField(panel);
  panel.addEventListener('toggle', ({ newState }) => {
    // A browser gives back no focus to a popover below.
    const next =
      newState === 'open' ? field : document.querySelector<HTMLElement>(':popover-open .menu-search');
    next?.focus();
  });
  // Not every browser leaves Escape in a search field to the popover around it.
  panel.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape' || !panel.matches(':popover-open')) return;
    event.preventDefault();
    if (!field?.value || event.target !== field) return panel.hidePopover();
    field.value = '';
    field.dispatchEvent(new Event('input', { bubbles: true }));
  });
  const wake = () => dispatchEvent(new Event('wake:search'));
  field?.addEventListener('focus', wake);
  // It may have been focused, and typed into, before we came.
  if (field && field === document.activeElement) wake();
}
