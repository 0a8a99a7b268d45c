/** Removes an element; focus inside it moves to the main content, without scrolling. */
export function removeAndMoveFocus(part: HTMLElement): void {
  const hadFocus = part.contains(document.activeElement);
  part.remove();
  if (hadFocus) document.getElementById('main')?.focus({ preventScroll: true });
}
