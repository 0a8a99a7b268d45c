/** What was chosen before the page's scripts were there; src/inline/later.ts notes it. */

/**
 * Fields of a form that were changed until now, in order, and forgets them: whoever asks acts on them.
 * @param form the form they belong to
 */
export function takeEarlyChanges(form: HTMLFormElement): Element[] {
  const noted = (window as { earlyChanges?: EventTarget[] }).earlyChanges ?? [];
  const fields = [...form.elements].filter((field) => noted.includes(field));
  noted.length = 0;
  return fields;
}
