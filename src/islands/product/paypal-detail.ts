/** PayPal button of the product page, which buys the form's selection and bypasses the bag (R64, `entrance` 2). */

import { connectPayPalButton } from '#client/product/paypal-place.ts';
import { $texts, loadTexts } from '#client/stores/texts.ts';
import type { NewLine } from '#lib/bag/line.ts';
import { defaultTexts } from '#lib/messages/default.ts';
import { createTranslate } from '#lib/messages/format.ts';
import { notify } from '../adding/notify.ts';
import { setEarlyConfig } from '../paypal/availability.ts';
import { createExpressControl } from '../paypal/express.ts';
import { chosenValues, chosenVariantIndex, findSubmitButton, readBagLine } from './choice.ts';
import { readProduct } from './product-data.ts';

/**
 * Mounts the PayPal button of the product page.
 * @param element the button's container
 * @param form server-rendered product form, whose controls are the only state
 */
export async function mountProductPayPalButton(element: HTMLElement, form: HTMLFormElement): Promise<void> {
  const product = readProduct(form);
  await loadTexts();
  const text = createTranslate(defaultTexts, $texts.get() ?? {});

  /** Returns the line to buy; null while the choice is incomplete or unavailable. */
  const chosen = () => {
    const variantIndex = chosenVariantIndex(form, product);
    return variantIndex < 0 || !findSubmitButton(form) ? null : readBagLine(form, product, variantIndex);
  };
  /** Shows the reason why the payment is not possible (PPX-21). */
  const refuse = (message: string, ms: number) =>
    notify(message, ({ showAddFailure }) => showAddFailure(message, { text }, ms));
  const totalOf = ({ price, quantity = 1 }: NewLine) => Math.round(price * quantity * 100) / 100;

  setEarlyConfig(element.dataset.config);
  const express = createExpressControl({
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
    // Use the ordered item, because the form may have changed since the click.
    async openCheckout(paypalOrderId, { items: [item] }) {
      const { variant_id, quantity, pay_amount: price } = item!;
      const line = readBagLine(form, product, product.variants.sku_id.indexOf(variant_id));
      const { buyNow } = await import('./buy-now.ts');
      const outcome = await buyNow({ ...line, quantity, price }, { paypalOrderId });
      if (outcome.kind === 'leave') return outcome.address;
      if ('message' in outcome) refuse(outcome.message, 3000);
      return null;
    },
    onProblem: refuse,
  });
  connectPayPalButton(element, express);
  const update = () => {
    const line = chosen();
    express.setTotal(line && totalOf(line));
  };
  form.addEventListener('input', update);
  form.addEventListener('change', update);
  update();
}
