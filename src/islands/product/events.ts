/** A product's marketing events: notes, a countdown, the pieces left, a livelier button (PDP-30, R69). */
import { afterLoad, animationStart, marketingStart } from '#client/marketing/starts.ts';
import { askEvents } from '../marketing/ask.ts';
import { type MarketingEvent, showNote } from '../marketing/notes.ts';

const buttons = {
  ADD_TO_BAG_ANIMATION: 'button[type=submit]',
  BUY_NOW_ANIMATION: '[name=buy-now]',
} as const;
/** Speaks of the chosen variant: the only one that is asked for again when another is chosen (MKT-09). */
const ofVariant = 'VARIANT_INVENTORY';

/** Asks for the events that are set (`data-events` of the place) when marketing begins. */
export function mountEvents(form: HTMLFormElement, place: HTMLElement, productId: number): void {
  const names = place.dataset.events?.split(' ') ?? [];
  let shown: Shown[] = [];
  let asked = 0;
  let isAnswered = false;
  const ask = async (events: readonly string[]) => {
    asked += 1;
    const turn = asked;
    const variant_id = Number(form.dataset.variant) || null;
    const answer = await askEvents(events, { product_id: productId, variant_id });
    // Only the newest question counts.
    if (turn !== asked) return;
    if (!isAnswered) {
      // The server kept a line for each: nothing moves, whether they come or not.
      place.style.minBlockSize = `${place.offsetHeight}px`;
      place.replaceChildren();
    }
    isAnswered = true;
    for (const { name, hide } of shown) if (events.includes(name)) hide();
    shown = shown.filter(({ name }) => !events.includes(name));
    for (const event of answer) shown.push(...show(form, place, event));
    inOrder(place, names);
  };
  let isBegun = false;
  afterLoad(marketingStart, () => {
    isBegun = true;
    void ask(names);
  });
  if (!names.includes(ofVariant)) return;
  const other = () => void (isBegun && ask(isAnswered ? [ofVariant] : names));
  new MutationObserver(other).observe(form, { attributeFilter: ['data-variant'] });
}

interface Shown {
  name: string;
  hide: () => void;
}

/** A button moves, anything else is said. */
function show(form: HTMLFormElement, place: HTMLElement, event: MarketingEvent): Shown[] {
  const button = buttons[event.event as keyof typeof buttons];
  if (!button) return [{ name: event.event, hide: showNote(place, event) }];
  afterLoad(animationStart, () => form.querySelector(button)?.classList.add('lively'));
  return [];
}

/** What came later stands where it would have stood. */
function inOrder(place: HTMLElement, names: readonly string[]): void {
  const notes = [...place.children] as HTMLElement[];
  const at = ({ dataset }: HTMLElement) => names.indexOf(dataset.event ?? '');
  place.append(...notes.sort((one, other) => at(one) - at(other)));
}
