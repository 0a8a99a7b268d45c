/** Duration of the shake animation when an add is rejected, ms (ADD-22). */
export const shakeTime = 1000;

/** Shakes the clicked control when the bag is full and rejects the add (R14). */
export function shake(element: HTMLElement): void {
  element.classList.remove('shake');
  // Reading `offsetWidth` forces a reflow, so that the animation restarts on a second rejection.
  void element.offsetWidth;
  element.classList.add('shake');
  setTimeout(() => element.classList.remove('shake'), shakeTime);
}
