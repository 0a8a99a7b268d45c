import { afterLoad, animationDelay, marketingDelay } from './after-load.ts';
import { fetchEvents, type MarketingEvent, showEvent } from './events.ts';

const buttons: Readonly<Record<string, string>> = {
  ADD_TO_BAG_ANIMATION: '[type=submit]',
  BUY_NOW_ANIMATION: '[name=buy-now]',
};
/** Speaks of the chosen variant: the only one that is asked for again when another is chosen (MKT-09). */
const ofVariant = 'VARIANT_INVENTORY';

/**
 * `<product-events>` in a product's form: fills the notes that the page has reserved a line for, livens buttons (PDP-30, R69). Its
 * `data-events` are the names to ask for; a note without words is not to be seen and its line stays reserved.
 */
export class ProductEvents extends HTMLElement {
  #stops = new Map<Element, () => void>();

  connectedCallback(): void {
    const { events = '', product } = this.dataset;
    const names = events.split(' ');
    const form = this.closest('form')!;
    let requestNo = 0;
    let isAnswered = false;
    const ask = async () => {
      requestNo += 1;
      const turn = requestNo;
      const eventNames = isAnswered ? [ofVariant] : names;
      const variant_id = Number(form.dataset.variant) || null;
      const answer = await fetchEvents(eventNames, { product_id: Number(product), variant_id });
      // Only the newest question counts.
      if (turn !== requestNo) return;
      isAnswered = true;
      for (const name of eventNames) {
        const matching = answer.filter(({ event }) => event === name);
        if (buttons[name] && matching[0])
          afterLoad(animationDelay, () => form.querySelector(buttons[name]!)?.classList.add('lively'));
        // The shop leaves out what it has nothing to say of: an answer belongs to a note that looks like it.
        for (const note of this.querySelectorAll<HTMLElement>(`[data-event=${name}]`)) {
          const at = matching.findIndex((event) => fits(note, event));
          this.#show(note, at < 0 ? undefined : matching.splice(at, 1)[0]);
        }
      }
    };
    afterLoad(marketingDelay, () => {
      void ask();
      if (names.includes(ofVariant))
        new MutationObserver(ask).observe(form, { attributeFilter: ['data-variant'] });
    });
  }

  #show(note: HTMLElement, event: MarketingEvent | undefined): void {
    const words = note.lastElementChild!;
    this.#stops.get(note)?.();
    words.textContent = '';
    if (!event) return;
    const stop = showEvent(note, event, (text) => {
      words.textContent = text;
    });
    this.#stops.set(note, stop);
  }
}

function fits(note: HTMLElement, { type, params }: MarketingEvent): boolean {
  return note.dataset.look === `${type} ${params.iconClass ?? ''}`;
}
