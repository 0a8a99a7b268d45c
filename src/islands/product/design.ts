/** Layers of a customised product's picture (PDP-29, docs/decisions/15-product-page-and-cards.md). Pure. */
import type { CustomOptionData } from '#lib/contract/product.ts';

export type Layer =
  | { kind: 'picture'; address: string }
  | {
      kind: 'text';
      text: string;
      color: string;
      family: string;
      /** Px in a picture that is 400 px wide. */
      size: number;
    };

export interface Design {
  /** URL of the background picture; null for the chosen variant's. */
  ground: string | null;
  /** From top to bottom. */
  layers: Layer[];
}

const ink = '#1f2421';
const kinds = { text: 1, image: 2, card: 3 } as const;

/** Returns whether the customisation is shown as a picture: one of the product's options defines how. */
export function hasDesign(options: readonly CustomOptionData[]): boolean {
  return options.some((option) => option.others !== undefined);
}

/**
 * Returns the design, null while nothing is chosen that can be drawn.
 * @param options visible ones, in the product's order
 * @param valuesOf returns the chosen values of an option; for an image, the picture's URL
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

/** Breaks a text into lines; `maxWidth` is the max width of a line. A wider word has a line to itself. */
export function wrapText(text: string, maxWidth: number, widthOf: (line: string) => number): string[] {
  const lines: string[] = [];
  for (const word of text.split(/\s+/).filter(Boolean)) {
    const longer = `${lines.at(-1) ?? ''} ${word}`.trim();
    if (lines.length > 0 && widthOf(longer) <= maxWidth) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}
