/** Fields of customised options: the server's own markup inside the form. */
import { isShown } from './choice.ts';
import type { ProductData } from './product-data.ts';

/** Options hidden by their show_rule take no part: their fields are disabled too (PDP-27). */
export function showCustomOptions(form: HTMLFormElement, product: ProductData): void {
  for (const field of form.elements) {
    const group = field.matches('input,select') && field.closest<HTMLElement>('[data-custom]');
    if (!group) continue;
    const isOn = isShown(group.dataset.custom ?? '', new FormData(form), product);
    group.hidden = !isOn;
    (field as HTMLInputElement).disabled = !isOn;
  }
}
