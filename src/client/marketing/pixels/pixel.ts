/** What every pixel is to the page. */
import type { ShopEvent } from '#lib/marketing/shop-event.ts';

export type SendToPixel = (event: ShopEvent) => void;

export interface PixelModule {
  /**
   * Puts the service's own queue into the page and asks for its script.
   * @param id of the merchant, as the setting `pixels` has it
   * @returns what tells it of events; they wait in the queue until the script is there
   */
  loadPixel(id: string): SendToPixel;
}

/** Asks for a service's script; one that is blocked is done without. */
export function loadPixelScript(address: string): void {
  const script = Object.assign(document.createElement('script'), { src: address, async: true });
  script.dataset.pixel = '';
  document.head.append(script);
}

/** Pieces of an event, of all products. */
export function countUnits({ goods }: ShopEvent): number {
  return (goods.contents ?? []).reduce((sum, { quantity }) => sum + quantity, 0);
}
