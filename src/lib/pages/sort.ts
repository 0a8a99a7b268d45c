/** Sorts as soon as a choice is made, leaving out of the address what says nothing. */
export function mountSort(): void {
  const form = document.querySelector<HTMLFormElement>('form[data-sort]');
  form?.addEventListener('change', () => {
    for (const field of form.querySelectorAll('select')) field.disabled = field.value === '';
    form.requestSubmit();
    for (const field of form.querySelectorAll('select')) field.disabled = false;
  });
}
