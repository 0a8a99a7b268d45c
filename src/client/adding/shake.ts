/** How long a rejected control shakes, ms (ADD-22). */
export const shakeTime = 1000;

/** Shakes the pressed control when the bag is too full for the add (R14). */
export function shake(element: HTMLElement): void {
  element.classList.remove('shake');
  // Reading the layout restarts the animation for a second rejection.
  void element.offsetWidth;
  element.classList.add('shake');
  setTimeout(() => element.classList.remove('shake'), shakeTime);
}
