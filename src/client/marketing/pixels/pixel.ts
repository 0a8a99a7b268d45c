import type { ShopEvent } from '#lib/marketing/shop-event.ts';

export type SendToPixel = (event: ShopEvent) => void;

export interface PixelModule {
  /**
   * Creates the service's command queue and loads its script.
   * @param id the merchant's pixel id, from the setting `pixels`
   * @returns a function that sends an event; the queue holds calls until the script has loaded
   */
  loadPixel(id: string): SendToPixel;
}

/** Loads an advertising service's script; a blocked script is ignored. */
export function loadPixelScript(address: string): void {
  const script = Object.assign(document.createElement('script'), { src: address, async: true });
  script.dataset.pixel = '';
  document.head.append(script);
}

/** Returns the total number of units in an event. */
export function countUnits({ goods }: ShopEvent): number {
  return (goods.contents ?? []).reduce((sum, { quantity }) => sum + quantity, 0);
}
