/**
 * Calls `act` when the back-forward cache restores the page, perhaps in a busy state.
 * @returns a function that stops listening
 */
export function onRestore(act: () => void): () => void {
  const onPageShow = (event: PageTransitionEvent) => {
    if (event.persisted) act();
  };
  addEventListener('pageshow', onPageShow);
  return () => removeEventListener('pageshow', onPageShow);
}
