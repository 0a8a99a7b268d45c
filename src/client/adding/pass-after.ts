/** What begins and ends a shopper's stay with a message. */
const stays = { pointerenter: 'pointerleave', focusin: 'focusout' } as const;

/**
 * Calls `over` once the message has been left alone for `lasts` ms: it waits while it is hovered or has the focus that can
 * be seen, and has its whole time again when it is left (R126). A focus that a pointer's click has put there holds nothing.
 * @returns what stops the clock
 */
export function passAfter(message: HTMLElement, lasts: number, over: () => void): () => void {
  const held = new Set<string>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const stop = () => clearTimeout(timer);
  const wait = () => {
    stop();
    timer = setTimeout(over, lasts);
  };
  for (const [begin, end] of Object.entries(stays)) {
    message.addEventListener(begin, ({ target }) => {
      if (begin === 'focusin' && !(target as Element).matches(':focus-visible')) return;
      held.add(begin);
      stop();
    });
    message.addEventListener(end, () => {
      held.delete(begin);
      if (held.size === 0) wait();
    });
  }
  wait();
  return stop;
}
