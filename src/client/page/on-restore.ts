/**
 * Calls `act` when the page is restored from the back-forward cache, where it may have been frozen in a busy state.
 * @returns a function that stops listening
 */
export function onRestore(act: () => void): () => void {
  const onPageShow = (event: PageTransitionEvent) => {
    if (event.persisted) act();
  };
  addEventListener('pageshow', onPageShow);
  return () => removeEventListener('pageshow', onPageShow);
}
