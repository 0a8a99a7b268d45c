/**
 * Chooses a variant in the product's form, as if each of its values had been clicked, and focuses it.
 * @param choice value index for each option
 */
export function chooseVariant(form: HTMLFormElement, choice: readonly number[]): void {
  let changed: HTMLInputElement | undefined;
  for (const [option, value] of choice.entries()) {
    const radio = form.querySelector<HTMLInputElement>(`[name="option-${option}"][value="${value}"]`);
    if (!radio || radio.checked) continue;
    // It may be disabled because it does not combine with the previous choice.
    radio.disabled = false;
    radio.checked = true;
    changed ??= radio;
  }
  changed?.dispatchEvent(new Event('change', { bubbles: true }));
  changed?.focus();
}
