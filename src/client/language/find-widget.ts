/** A translation widget that the merchant's own script brings, when it is ready: looked for until it is there (R84). */

const every = 500;
const maxWait = 10_000;

/**
 * Puts the widget into the page's place for it, beside the language picker.
 * @param place names the widget by a selector in `data-language-widget`
 * @returns stops looking
 */
export function awaitWidget(place: HTMLElement): () => void {
  const selector = place.dataset.languageWidget ?? '';
  const look = () => {
    const widget = document.querySelector(selector);
    if (!widget || widget.contains(place)) return;
    place.append(widget);
    stop();
  };
  const timer = setInterval(look, every);
  // The look of the last instant still counts.
  const end = setTimeout(() => clearInterval(timer), maxWait);
  const stop = () => {
    clearInterval(timer);
    clearTimeout(end);
  };
  look();
  return stop;
}
