/**
 * Runs when the browser's back button shows the page as it was left, perhaps busy.
 * @returns ends it
 */
export function onRestore(act: () => void): () => void {
  const hear = (event: PageTransitionEvent) => {
    if (event.persisted) act();
  };
  addEventListener('pageshow', hear);
  return () => removeEventListener('pageshow', hear);
}
