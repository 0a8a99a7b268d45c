/**
 * PayPal's place on the product page: its button stands in the page, and a hosted account's frame takes the button's place.
 * Where PayPal is expected the button is seen from the start, and a press waits until it is known how to pay.
 */

/** PayPal's own button in a frame (account_type 2). */
export interface HostedFrame {
  address: string;
  title: string;
  /** Answers what the frame asks. @returns stops it */
  listen(frame: HTMLIFrameElement): () => void;
}

/** What a place of PayPal shows, and what it says when it is used. */
export interface PayPalControl {
  /** The same object until something of it changes. */
  shown(): { isShown: boolean; isKnown: boolean; isBusy: boolean; frame: HostedFrame | null };
  /** Begins to ask the shop, and tells of every change. @returns ends both */
  watch(listener: () => void): () => void;
  /** A pointer or the focus is at the button. */
  reach(): void;
  press(): Promise<void>;
}

/** @param element PayPalDetail.astro's, with its button @returns ends it */
export function fillPayPalPlace(element: HTMLElement, control: PayPalControl): () => void {
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
    const { isShown, isKnown, isBusy, frame } = control.shown();
    element.hidden = !isShown;
    // Its place stays: what stands below has been read meanwhile.
    element.classList.toggle('paypal-off', isKnown && !isShown);
    if (isWaiting && isKnown) {
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
