/**
 * PayPal's place on the product page: a button, which a hosted account's frame replaces. An expected button is visible from the
 * start, and a press waits until the payment flow is determined.
 */

/** PayPal's own button in a frame (account_type 2). */
export interface HostedButtonFrame {
  address: string;
  title: string;
  /** Answers the frame's messages. @returns a function that stops it */
  listen(frame: HTMLIFrameElement): () => void;
}

export interface PayPalControl {
  /** Returns the same object until something changes. */
  shown(): { isShown: boolean; isResolved: boolean; isBusy: boolean; frame: HostedButtonFrame | null };
  /** Starts the shop requests and notifies of every change. @returns a function that ends both */
  watch(listener: () => void): () => void;
  /** Call it when pointer or focus reaches the button. */
  reach(): void;
  press(): Promise<void>;
}

/** Connects the place to its control. @param element contains the button @returns a function that disconnects it */
export function connectPayPalButton(element: HTMLElement, control: PayPalControl): () => void {
  const button = element.querySelector('button')!;
  for (const event of ['pointerenter', 'touchstart', 'focusin']) {
    button.addEventListener(event, control.reach, { passive: true });
  }
  let isWaiting = element.dataset.pressed !== undefined;
  button.addEventListener('click', () => {
    isWaiting = true;
    follow();
  });
  let stopHearing = () => {};
  const follow = () => {
    const { isShown, isResolved, isBusy, frame } = control.shown();
    element.hidden = !isShown;
    // Keep its space: the shopper may be reading the content below.
    element.classList.toggle('paypal-off', isResolved && !isShown);
    if (isWaiting && isResolved) {
      isWaiting = false;
      void control.press();
      return;
    }
    if (isBusy || isWaiting) button.setAttribute('aria-busy', 'true');
    else button.removeAttribute('aria-busy');
    if (!frame || !button.isConnected) return;
    const hosted = document.createElement('iframe');
    Object.assign(hosted, {
      src: frame.address,
      title: frame.title,
      allow: 'payment',
      className: 'paypal-frame',
    });
    stopHearing = frame.listen(hosted);
    button.replaceWith(hosted);
  };
  const stop = control.watch(follow);
  return () => {
    stop();
    stopHearing();
  };
}
