/** Removes an element. If it contained the focus, moves the focus to the main content without scrolling. */
export function removeAndMoveFocus(part: HTMLElement): void {
  const hadFocus = part.contains(document.activeElement);
  part.remove();
  if (hadFocus) document.getElementById('main')?.focus({ preventScroll: true });
}
