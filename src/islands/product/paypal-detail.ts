/** PayPal on the product page: buys the form's selection and bypasses the bag (R64, entrance 2). */

import { fillPayPalPlace } from '#client/product/paypal-place.ts';
import { $texts, textsReady } from '#client/stores/texts.ts';
import type { NewLine } from '#lib/bag/line.ts';
import { defaultTexts } from '#lib/messages/default.ts';
import { textIn } from '#lib/messages/format.ts';
import { notify } from '../adding/notify.ts';
import { takeEarlyConfig } from '../paypal/availability.ts';
import { createExpress } from '../paypal/express.ts';
import { chosenLine, chosenRow, chosenValues, submitOf } from './choice.ts';
import { readProduct } from './product-data.ts';

/** Mounts the button. @param element its container @param form rendered by the server; its controls are the only state */
export async function mountDetailExpress(element: HTMLElement, form: HTMLFormElement): Promise<void> {
  const product = readProduct(form);
  await textsReady();
  const text = textIn(defaultTexts, $texts.get() ?? {});

  /** Returns the line to buy; null while the choice is incomplete or unavailable. */
  const chosen = () => {
    const row = chosenRow(form, product);
    return row < 0 || !submitOf(form) ? null : chosenLine(form, product, row);
  };
  /** Shows why there is no payment (PPX-21). */
  const refuse = (message: string, ms: number) =>
    notify(message, ({ showFailure }) => showFailure(message, { text }, ms));
  const totalOf = ({ price, quantity = 1 }: NewLine) => Math.round(price * quantity * 100) / 100;

  takeEarlyConfig(element.dataset.config);
  const express = createExpress({
    place: 'detail',
    text,
    read() {
      const selection = chosen();
      if (!selection) {
        const missing = product.options[chosenValues(form, product).indexOf(-1)];
        const message = missing ? text('selectOptions', { options: missing.name }) : text('soldOut');
        notify(message, ({ showMessage }) => showMessage(message, { type: 'error' }));
        return null;
      }
      const { id, sku_id, quantity = 1, price, title } = selection;
      const item = { product_id: id, variant_id: sku_id, quantity, pay_amount: price, product_title: title };
      return { items: [item], amount: totalOf(selection) };
    },
    // Uses the ordered item: the form may have changed since.
    async openCheckout(paypalOrderId, { items: [item] }) {
      const { variant_id, quantity, pay_amount: price } = item!;
      const line = chosenLine(form, product, product.variants.sku_id.indexOf(variant_id));
      const { buyNow } = await import('./buy-now.ts');
      const outcome = await buyNow({ ...line, quantity, price }, { paypalOrderId });
      if (outcome.kind === 'leave') return outcome.address;
      if ('message' in outcome) refuse(outcome.message, 3000);
      return null;
    },
    onProblem: refuse,
  });
  fillPayPalPlace(element, express);
  const update = () => {
    const line = chosen();
    express.setTotal(line && totalOf(line));
  };
  form.addEventListener('input', update);
  form.addEventListener('change', update);
  update();
}
