/** Calculates the layers of a customised product's image (PDP-29, docs/decisions/15-product-page-and-cards.md). Pure functions. */
import type { CustomOptionData } from '#lib/contract/product.ts';

export type Layer =
  | { kind: 'picture'; address: string }
  | {
      kind: 'text';
      text: string;
      color: string;
      family: string;
      /** Font size in px, for an image that is 400 px wide. */
      size: number;
    };

export interface Design {
  /** URL of the background image; null for the image of the chosen variant. */
  ground: string | null;
  /** Texts and images on the background, from top to bottom. */
  layers: Layer[];
}

const ink = '#1f2421';
const kinds = { text: 1, image: 2, card: 3 } as const;

/** Returns whether the product has an image of the shopper's design, which requires an option that defines how to draw it. */
export function hasDesign(options: readonly CustomOptionData[]): boolean {
  return options.some((option) => option.others !== undefined);
}

/**
 * Returns the design, null until the shopper has chosen something that can be drawn.
 * @param options the visible options, in the product's order
 * @param valuesOf returns the chosen values of an option; for an image option, the image's URL
 */
export function buildDesign(
  options: readonly CustomOptionData[],
  valuesOf: (option: CustomOptionData) => readonly string[],
): Design | null {
  let ground: string | null = null;
  let cardColor: string | undefined;
  for (const option of options) {
    const [value] = valuesOf(option);
    if (!value) continue;
    if (option.others?.compositeImage) ground = option.others.compositeImage;
    if (option.type === kinds.card)
      cardColor ??= option.values.find((candidate) => candidate.value === value)?.styleValue;
  }
  const layers = options.flatMap((option): Layer[] => {
    const [value = ''] = valuesOf(option);
    if (value === '') return [];
    if (option.type === kinds.image) return [{ kind: 'picture', address: value }];
    if (option.type !== kinds.text) return [];
    const { fill, fontFamily = 'sans-serif', fontSize = 28 } = option.others ?? {};
    return [
      { kind: 'text', text: value, color: fill ?? cardColor ?? ink, family: fontFamily, size: fontSize },
    ];
  });
  return layers.length > 0 || ground !== null ? { ground, layers } : null;
}

/** Breaks a text into lines with a maximum width of `maxWidth`. A word that is wider has a line of its own. */
export function wrapText(text: string, maxWidth: number, widthOf: (line: string) => number): string[] {
  const lines: string[] = [];
  for (const word of text.split(/\s+/).filter(Boolean)) {
    const longer = `${lines.at(-1) ?? ''} ${word}`.trim();
    if (lines.length > 0 && widthOf(longer) <= maxWidth) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}
