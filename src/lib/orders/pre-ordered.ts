/** What an order keeps of a line that was bought before it was there. Pure. */
import { dayWords } from '../delivery/arrival-days.ts';
import type { Says } from '../messages/format.ts';
import type { boughtTexts } from '../messages/order.ts';

interface Prop {
  name: string;
  value: string;
}
type Words = Says<Pick<typeof boughtTexts, 'preOrdered' | 'shipsFrom' | 'shipsWhenReady'> & { lang: 'en' }>;

/** Names the property that an order keeps of it. */
export const preOrdered = 'Pre-order';
const whenReady = 'when it is ready';

/** As an order keeps it, without a language. @param day `YYYY-MM-DD`, nothing where nobody said */
export function preOrderedProp(day: string | null | undefined): Prop {
  return { name: preOrdered, value: day ?? whenReady };
}

export const isDay = (value: string) => /^\d{4}-\d\d-\d\d$/.test(value);

/** A property of a bought line in the page's language; those that a merchant or a shopper worded stay as they are. */
export function propWords(prop: Prop, words: Words): Prop {
  if (prop.name !== preOrdered) return prop;
  return {
    name: words.text('preOrdered'),
    value: isDay(prop.value)
      ? words.text('shipsFrom', { date: dayWords(prop.value, words.text('lang')) })
      : words.text('shipsWhenReady'),
  };
}
