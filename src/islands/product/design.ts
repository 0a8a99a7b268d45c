/** What a customised product looks like, as layers to draw: rules only (PDP-29, docs/decisions/15-product-page-and-cards.md). Pure. */
import type { CustomOptionData } from '#lib/contract/product.ts';

export type Layer =
  | { kind: 'picture'; address: string }
  | {
      kind: 'text';
      text: string;
      color: string;
      family: string /** px where the picture is 400 px wide. */;
      size: number;
    };

export interface Design {
  /** Address of the picture to draw on; null: the chosen variant's. */
  ground: string | null;
  /** From top to bottom of the picture. */
  layers: Layer[];
}

const ink = '#1f2421';
const kinds = { text: 1, image: 2, card: 3 } as const;

/** Whether the product's customisation is shown as a picture at all: one of its options says how. */
export function isDesigned(options: readonly CustomOptionData[]): boolean {
  return options.some((option) => option.others !== undefined);
}

/**
 * @param options those that are shown, in the product's order
 * @param valuesOf the values chosen for an option; of an image the address of the picture
 * @returns null while nothing that can be drawn is chosen
 */
export function designOf(
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

/** Breaks a text into lines no wider than `most`; a word that is wider stands alone. */
export function wrapText(text: string, maxLines: number, widthOf: (line: string) => number): string[] {
  const lines: string[] = [];
  for (const word of text.split(/\s+/).filter(Boolean)) {
    const longer = `${lines.at(-1) ?? ''} ${word}`.trim();
    if (lines.length > 0 && widthOf(longer) <= maxLines) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}
