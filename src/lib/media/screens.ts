/**
 * Screens for which the server encodes image variants in advance, and the variant that a browser on such a screen chooses. For other
 * screens, image variants are encoded on the first request.
 */

export interface Screen {
  /** Width of the screen, CSS px. */
  width: number;
  /** Device pixels per CSS px. */
  dots: number;
}

/** Common screens of each class: phones with a pixel ratio of up to three, tablets and laptops. Their browsers all support AVIF. */
export const screens: Readonly<Record<string, Screen>> = {
  'Galaxy S24': { width: 360, dots: 3 },
  'Galaxy A05': { width: 360, dots: 2 },
  'Pixel 8': { width: 412, dots: 2.625 },
  'Moto G': { width: 412, dots: 1.75 },
  'iPhone SE': { width: 375, dots: 2 },
  'iPhone 16': { width: 393, dots: 3 },
  'iPhone 16 Pro Max': { width: 440, dots: 3 },
  'iPad upright': { width: 820, dots: 2 },
  'iPad on its side': { width: 1180, dots: 2 },
  'laptop of 1366 px': { width: 1366, dots: 1 },
  'MacBook Air': { width: 1470, dots: 2 },
  'screen of 1920 px': { width: 1920, dots: 1 },
};

/**
 * Returns the image width that a browser fetches: the first one that covers the device pixels, otherwise the widest.
 * @param sizes `sizes` attribute as our pages write it: lengths in px or vw with conditions `(width > …px)`, the last without one
 * @param widths widths of the `srcset`, ascending
 */
export function selectSrcsetWidth(sizes: string, widths: readonly number[], { width, dots }: Screen): number {
  for (const part of sizes.split(', ')) {
    const [, above, minWidth, length, unit] =
      /^(?:\(width (?:> (\d+)|>= (\d+))px\) )?([\d.]+)(vw|px)$/.exec(part) ?? [];
    if (!length || (above && width <= Number(above)) || (minWidth && width < Number(minWidth))) continue;
    const shown = unit === 'vw' ? (Number(length) * width) / 100 : Number(length);
    return widths.find((offered) => offered >= shown * dots) ?? widths.at(-1)!;
  }
  throw new Error(`"${sizes}" has no length for a screen of ${width} px`);
}
