/**
 * Selects a variant in the product form, as if the shopper had clicked its option values, and focuses the first changed value.
 * @param choice index of the value of each option
 */
export function chooseVariant(form: HTMLFormElement, choice: readonly number[]): void {
  let changed: HTMLInputElement | undefined;
  for (const [option, value] of choice.entries()) {
    const radio = form.querySelector<HTMLInputElement>(`[name="option-${option}"][value="${value}"]`);
    if (!radio || radio.checked) continue;
    // The radio may be disabled because its value is unavailable with the previous choice.
    radio.disabled = false;
    radio.checked = true;
    changed ??= radio;
  }
  changed?.dispatchEvent(new Event('change', { bubbles: true }));
  changed?.focus();
}
