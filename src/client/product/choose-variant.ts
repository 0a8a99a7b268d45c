/**
 * Chooses a variant in the product's form, as if each of its values had been clicked, and goes there.
 * @param choice position of the value of each option
 */
export function chooseVariant(form: HTMLFormElement, choice: readonly number[]): void {
  let changed: HTMLInputElement | undefined;
  for (const [option, value] of choice.entries()) {
    const radio = form.querySelector<HTMLInputElement>(`[name="option-${option}"][value="${value}"]`);
    if (!radio || radio.checked) continue;
    // Of no use with what was chosen before, it may be off.
    radio.disabled = false;
    radio.checked = true;
    changed ??= radio;
  }
  changed?.dispatchEvent(new Event('change', { bubbles: true }));
  changed?.focus();
}
