/** The theme's colours for places without a stylesheet: emails, and the browser's own window. Pure. */
import type { Setting } from './settings.ts';

/** The defaults of styles/tokens.css, for shops that set no colours. */
export const defaultColors = {
  paper: '#f8f4ed',
  raised: '#fffdf9',
  ink: '#1f2421',
  'ink-soft': '#5a5d55',
  line: '#ddd3c3',
  accent: '#23483c',
  'on-accent': '#fbf8f2',
} as const;

export type EmailSafeColors = Readonly<Record<keyof typeof defaultColors, string>>;

/** Notations that every email client reads, even in an attribute. */
const plainColor = /^(?:#[0-9a-f]{3}|#[0-9a-f]{6}|white|black)$/i;
const rgbColor = /^rgb\((\d{1,3}), ?(\d{1,3}), ?(\d{1,3})\)$/i;

/**
 * Returns the merchant's colours in a notation that email clients read. One colour that they would not read (`oklch(…)`,
 * `var(…)`) resets all to the defaults: the merchant's light ink would be illegible on the default light paper.
 */
export function toEmailSafeColors(tokens: Setting<'tokens'>): EmailSafeColors {
  const names = Object.keys(defaultColors) as (keyof EmailSafeColors)[];
  const set = names.flatMap((name) => {
    const value = tokens[`color-${name}`];
    return value === undefined ? [] : [[name, inHex(value.trim())] as const];
  });
  return set.every(([, value]) => plainColor.test(value))
    ? { ...defaultColors, ...Object.fromEntries(set) }
    : defaultColors;
}

/** `rgb(…)` → `#rrggbb`, because `bgcolor` would misread it; values above 255 stay as they are, which no client reads. */
function inHex(color: string): string {
  const parts = rgbColor.exec(color)?.slice(1).map(Number);
  if (!parts || parts.some((part) => part > 255)) return color;
  return `#${Buffer.from(parts).toString('hex')}`;
}
