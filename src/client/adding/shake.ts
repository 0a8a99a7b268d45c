/** So long a refused control shakes, ms (ADD-22). */
export const shakeTime = 1000;

/** Shakes the pressed control of an add that a full bag refuses (R14). */
export function shake(element: HTMLElement): void {
  element.classList.remove('shake');
  // Reading the layout starts the animation again for a second refusal.
  void element.offsetWidth;
  element.classList.add('shake');
  setTimeout(() => element.classList.remove('shake'), shakeTime);
}
