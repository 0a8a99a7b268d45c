/** Theme colours for places where the stylesheet does not apply: emails, and the browser's own interface (theme-color). Pure. */
import type { Setting } from './settings.ts';

/** The default colours of styles/tokens.css, for shops that set no colours. */
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

/** Colour notations that every email client supports, even in an HTML attribute. */
const plainColor = /^(?:#[0-9a-f]{3}|#[0-9a-f]{6}|white|black)$/i;
const rgbColor = /^rgb\((\d{1,3}), ?(\d{1,3}), ?(\d{1,3})\)$/i;

/**
 * Returns the merchant's colours in a notation that email clients support. If one colour has an unsupported notation (`oklch(…)`,
 * `var(…)`), returns only defaults, because a mixture could be illegible, such as the merchant's light text colour on the default
 * light background.
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

/**
 * Converts `rgb(…)` to `#rrggbb`, because the HTML attribute `bgcolor` misinterprets `rgb(…)`. Returns a colour with a value above
 * 255 unchanged, so that the caller rejects them.
 */
function inHex(color: string): string {
  const parts = rgbColor.exec(color)?.slice(1).map(Number);
  if (!parts || parts.some((part) => part > 255)) return color;
  return `#${Buffer.from(parts).toString('hex')}`;
}
