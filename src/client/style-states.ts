/**
 * In the browser, on the style page: shows states that only a pointer or the keyboard brings. What the sheet says of `:hover` is said of
 * `data-state="hover"` as well, so that what is shown there is what a shopper sees.
 */
const states: readonly [RegExp, string][] = [
  [/:hover\b/g, '[data-state="hover"]'],
  [/:focus-visible\b/g, '[data-state="focus"]'],
];

type Holder = CSSStyleSheet | CSSGroupingRule;

/** Doubles the rules of every sheet of the page. */
export function showStates(sheets: Iterable<CSSStyleSheet> = document.styleSheets): void {
  for (const sheet of sheets) double(sheet);
}

function double(holder: Holder): void {
  for (let at = holder.cssRules.length - 1; at >= 0; at -= 1) {
    const rule = holder.cssRules[at];
    if (rule instanceof CSSGroupingRule && rule.cssRules.length > 0 && !(rule instanceof CSSStyleRule))
      double(rule);
    if (!(rule instanceof CSSStyleRule)) continue;
    const shown = stateSelector(rule.selectorText);
    if (shown !== null) holder.insertRule(`${shown}{${rule.style.cssText}}`, at + 1);
  }
}

/** The selector with states as attributes; null when it speaks of none. */
export function stateSelector(selector: string): string | null {
  const shown = states.reduce((text, [state, mark]) => text.replace(state, mark), selector);
  return shown === selector ? null : shown;
}
