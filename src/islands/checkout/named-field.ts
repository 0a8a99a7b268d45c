/** The form's field of that name, null while the form has none. */
export function namedField(form: HTMLFormElement | null, name: string): HTMLInputElement | null {
  return (form?.elements.namedItem(name) ?? null) as HTMLInputElement | null;
}
