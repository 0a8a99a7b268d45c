/**
 * Returns whether the page is open in the storefront editor (R20, EDIT-01): the query has `edit` with a value other than `false` or `0`.
 */
export function isEditMode(search: string): boolean {
  const value = new URLSearchParams(search).get('edit');
  return value !== null && value !== 'false' && value !== '0';
}
