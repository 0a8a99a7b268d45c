/** Takes a part out of the page; the focus that was in it goes to the page's content, which stays where it is. */
export function removeAndMoveFocus(part: HTMLElement): void {
  const hadFocus = part.contains(document.activeElement);
  part.remove();
  if (hadFocus) document.getElementById('main')?.focus({ preventScroll: true });
}
