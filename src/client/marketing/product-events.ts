import { afterLoad, animationDelay, marketingDelay } from './after-load.ts';
import { fetchEvents, type MarketingEvent, showMarketingEvent } from './events.ts';

const buttons: Readonly<Record<string, string>> = {
  ADD_TO_BAG_ANIMATION: '[type=submit]',
  BUY_NOW_ANIMATION: '[name=buy-now]',
};
/** Event that depends on the chosen variant; only this event is fetched again when the variant changes (MKT-09). */
const ofVariant = 'VARIANT_INVENTORY';

/**
 * `<product-events>` in a product form: fills the badges, whose lines are reserved in the layout, and animates buttons (PDP-30,
 * R69). `data-events` lists the marketing events to fetch. An empty badge is invisible but keeps its line.
 */
export class ProductEvents extends HTMLElement {
  #stops = new Map<Element, () => void>();

  connectedCallback(): void {
    const { events = '', product } = this.dataset;
    const names = events.split(' ');
    const form = this.closest('form')!;
    let requestNo = 0;
    let isAnswered = false;
    const loadEvents = async () => {
      requestNo += 1;
      const turn = requestNo;
      const eventNames = isAnswered ? [ofVariant] : names;
      const variant_id = Number(form.dataset.variant) || null;
      const answer = await fetchEvents(eventNames, { product_id: Number(product), variant_id });
      // Ignore responses to superseded requests.
      if (turn !== requestNo) return;
      isAnswered = true;
      for (const name of eventNames) {
        const matching = answer.filter(({ event }) => event === name);
        if (buttons[name] && matching[0])
          afterLoad(animationDelay, () => form.querySelector(buttons[name]!)?.classList.add('lively'));
        // The response omits events without content, so match events to badges by `data-look`, not by position.
        for (const note of this.querySelectorAll<HTMLElement>(`[data-event=${name}]`)) {
          const at = matching.findIndex((event) => fits(note, event));
          this.#show(note, at < 0 ? undefined : matching.splice(at, 1)[0]);
        }
      }
    };
    afterLoad(marketingDelay, () => {
      void loadEvents();
      if (names.includes(ofVariant))
        new MutationObserver(loadEvents).observe(form, { attributeFilter: ['data-variant'] });
    });
  }

  #show(note: HTMLElement, event: MarketingEvent | undefined): void {
    const textElement = note.lastElementChild!;
    this.#stops.get(note)?.();
    textElement.textContent = '';
    if (!event) return;
    const stop = showMarketingEvent(note, event, (text) => {
      textElement.textContent = text;
    });
    this.#stops.set(note, stop);
  }
}

function fits(note: HTMLElement, { type, params }: MarketingEvent): boolean {
  return note.dataset.look === `${type} ${params.iconClass ?? ''}`;
}
