/**
 * Displays PayPal on the product page: a button or, for a hosted account, PayPal's iframe in its place. If PayPal is expected to be
 * available, the button is visible from the start; a click takes effect once the payment flow is determined.
 */

/** PayPal's own button in an iframe (account_type 2). */
export interface HostedButtonFrame {
  address: string;
  title: string;
  /** Handles messages from the iframe. @returns a function that stops listening */
  listen(frame: HTMLIFrameElement): () => void;
}

export interface PayPalControl {
  /** Returns the current state; the same object until something changes. */
  shown(): { isShown: boolean; isResolved: boolean; isBusy: boolean; frame: HostedButtonFrame | null };
  /** Starts the requests to the shop and calls `listener` on every change. @returns a function that stops both */
  watch(listener: () => void): () => void;
  /** Prepares the payment before a click. Call this when the button is hovered, touched or focused. */
  reach(): void;
  press(): Promise<void>;
}

/**
 * Connects the PayPal button to the object that controls it.
 * @param element contains the button
 * @returns a function that disconnects it
 */
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
    // Keep the space of a hidden button: the shopper may be reading the content below.
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
