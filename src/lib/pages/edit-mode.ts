/** Returns whether the storefront editor shows the page (R20, EDIT-01): `edit` with any value other than `false` or `0`. */
export function isEditMode(search: string): boolean {
  const value = new URLSearchParams(search).get('edit');
  return value !== null && value !== 'false' && value !== '0';
}
