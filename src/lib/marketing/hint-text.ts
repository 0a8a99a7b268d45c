import { fill } from '../fill.ts';

/**
 * A hint of a promotion as a sentence (R68).
 * @param texts what the page's language says instead of a template, by the template
 */
export function hintText(
  { desc, params }: { desc: string; params: readonly (string | number)[] },
  texts: Readonly<Record<string, string | undefined>> = {},
): string {
  return fill(texts[desc] ?? desc, params);
}
