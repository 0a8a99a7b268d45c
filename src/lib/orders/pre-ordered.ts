/** The order line property of a pre-ordered product. Pure. */
import { dayWords } from '../delivery/arrival-days.ts';
import type { Says } from '../messages/format.ts';
import type { boughtTexts } from '../messages/order.ts';

interface Prop {
  name: string;
  value: string;
}
type Words = Says<Pick<typeof boughtTexts, 'preOrdered' | 'shipsFrom' | 'shipsWhenReady'> & { lang: 'en' }>;

/** Name of the property as stored in the order. */
export const preOrdered = 'Pre-order';
const whenReady = 'when it is ready';

/** Returns the property in its stored form, independent of the language. @param day `YYYY-MM-DD`, empty if unknown */
export function preOrderedProp(day: string | null | undefined): Prop {
  return { name: preOrdered, value: day ?? whenReady };
}

export const isDay = (value: string) => /^\d{4}-\d\d-\d\d$/.test(value);

/** Returns a line property in the page's language; properties worded by the merchant or shopper stay unchanged. */
export function propWords(prop: Prop, words: Words): Prop {
  if (prop.name !== preOrdered) return prop;
  return {
    name: words.text('preOrdered'),
    value: isDay(prop.value)
      ? words.text('shipsFrom', { date: dayWords(prop.value, words.text('lang')) })
      : words.text('shipsWhenReady'),
  };
}
