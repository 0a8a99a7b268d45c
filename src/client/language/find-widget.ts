/** Waits for a translation widget that a merchant's custom script adds (R84). */

const every = 500;
const maxWait = 10_000;

/**
 * Moves the translation widget next to the language picker once the widget exists.
 * @param place target element, with the widget's selector in `data-language-widget`
 * @returns a function that stops waiting
 */
export function placeLanguageWidget(place: HTMLElement): () => void {
  const selector = place.dataset.languageWidget ?? '';
  const look = () => {
    const widget = document.querySelector(selector);
    if (!widget || widget.contains(place)) return;
    place.append(widget);
    stop();
  };
  const timer = setInterval(look, every);
  // Created after the interval, so that the interval's check at `maxWait` still runs.
  const end = setTimeout(() => clearInterval(timer), maxWait);
  const stop = () => {
    clearInterval(timer);
    clearTimeout(end);
  };
  look();
  return stop;
}
