/** Creates and translates the order line property of a pre-ordered product. Pure. */
import { formatDay } from '../delivery/format-delivery-estimate.ts';
import type { Translator } from '../messages/format.ts';
import type { orderSummaryTexts } from '../messages/order.ts';

interface Prop {
  name: string;
  value: string;
}
type PreOrderTexts = Translator<
  Pick<typeof orderSummaryTexts, 'preOrdered' | 'shipsFrom' | 'shipsWhenReady'> & { lang: 'en' }
>;

/** Name of the property, as stored in the order. */
export const preOrderPropName = 'Pre-order';
const whenReady = 'when it is ready';

/** Returns the property in its stored form, which does not depend on the language. @param day `YYYY-MM-DD`, empty if unknown */
export function createPreOrderProp(day: string | null | undefined): Prop {
  return { name: preOrderPropName, value: day ?? whenReady };
}

export const isIsoDate = (value: string) => /^\d{4}-\d\d-\d\d$/.test(value);

/** Returns an order line property in the page's language; properties that the merchant or shopper wrote stay unchanged. */
export function localizeProp(prop: Prop, texts: PreOrderTexts): Prop {
  if (prop.name !== preOrderPropName) return prop;
  return {
    name: texts.text('preOrdered'),
    value: isIsoDate(prop.value)
      ? texts.text('shipsFrom', { date: formatDay(prop.value, texts.text('lang')) })
      : texts.text('shipsWhenReady'),
  };
}
