/** The theme's colours where no style sheet reaches: in mails, and around the browser's own window. Pure. */
import type { Setting } from './settings.ts';

/** What styles/tokens.css says, for shops that set no colours of their own. */
export const defaultColors = {
  paper: '#f8f4ed',
  raised: '#fffdf9',
  ink: '#1f2421',
  'ink-soft': '#5a5d55',
  line: '#ddd3c3',
  accent: '#23483c',
  'on-accent': '#fbf8f2',
} as const;

export type PlainColors = Readonly<Record<keyof typeof defaultColors, string>>;

/** What every mail program reads, in an attribute too. */
const plainColor = /^(?:#[0-9a-f]{3}|#[0-9a-f]{6}|white|black)$/i;
const rgbColor = /^rgb\((\d{1,3}), ?(\d{1,3}), ?(\d{1,3})\)$/i;

/**
 * The merchant's colours as mail programs read them. One that they would not (`oklch(…)`, `var(…)`) leaves all of them at the
 * defaults: a light ink of the merchant's on our light paper could not be read.
 */
export function plainColors(tokens: Setting<'tokens'>): PlainColors {
  const names = Object.keys(defaultColors) as (keyof PlainColors)[];
  const set = names.flatMap((name) => {
    const value = tokens[`color-${name}`];
    return value === undefined ? [] : [[name, inHex(value.trim())] as const];
  });
  return set.every(([, value]) => plainColor.test(value))
    ? { ...defaultColors, ...Object.fromEntries(set) }
    : defaultColors;
}

/** `rgb(…)` as `#rrggbb`: the attribute `bgcolor` makes another colour of it. Beyond 255 it stays as it is, which no client reads. */
function inHex(color: string): string {
  const parts = rgbColor.exec(color)?.slice(1).map(Number);
  if (!parts || parts.some((part) => part > 255)) return color;
  return `#${Buffer.from(parts).toString('hex')}`;
}
