import type { ShopEvent } from '#lib/marketing/shop-event.ts';

export type SendToPixel = (event: ShopEvent) => void;

export interface PixelModule {
  /**
   * Creates the service's command queue and loads its script.
   * @param id of the merchant, from the setting `pixels`
   * @returns a function that sends an event; the queue holds calls until the script has loaded
   */
  loadPixel(id: string): SendToPixel;
}

/** Loads a service's script; a blocked one is ignored. */
export function loadPixelScript(address: string): void {
  const script = Object.assign(document.createElement('script'), { src: address, async: true });
  script.dataset.pixel = '';
  document.head.append(script);
}

/** Returns the number of units of an event, across products. */
export function countUnits({ goods }: ShopEvent): number {
  return (goods.contents ?? []).reduce((sum, { quantity }) => sum + quantity, 0);
}
