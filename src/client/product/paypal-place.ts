/** PayPal's place on the product page: its button stands in the page, and a hosted account's frame takes the button's place. */

/** PayPal's own button in a frame (account_type 2). */
export interface HostedFrame {
  address: string;
  title: string;
  /** Answers what the frame asks. @returns stops it */
  hear(frame: HTMLIFrameElement): () => void;
}

/** What a place of PayPal shows, and what it says when it is used. */
export interface PayPalControl {
  /** The same object until something of it changes. */
  shown(): { isShown: boolean; isBusy: boolean; frame: HostedFrame | null };
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
  button.addEventListener('click', () => void control.press());
  let stopHearing = () => {};
  const stop = control.watch(() => {
    const { isShown, isBusy, frame } = control.shown();
    element.hidden = !isShown;
    if (isBusy) button.setAttribute('aria-busy', 'true');
    else button.removeAttribute('aria-busy');
    if (!frame || !button.isConnected) return;
    const hosted = document.createElement('iframe');
    Object.assign(hosted, {
      src: frame.address,
      title: frame.title,
      allow: 'payment',
      className: 'paypal-frame',
    });
    stopHearing = frame.hear(hosted);
    button.replaceWith(hosted);
  });
  return () => {
    stop();
    stopHearing();
  };
}
