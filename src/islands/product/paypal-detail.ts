/** PayPal on the product page: buys what the form says is chosen, past the bag (R64, entrance 2). */
import { fillPayPalPlace } from '#client/product/paypal-place.ts';
import { defaultTexts } from '#lib/messages/default.ts';
import { textIn } from '#lib/messages/format.ts';
import { createExpress } from '../paypal/express.ts';
import { chosenRow, chosenValues, submitOf } from './choice.ts';
import { readProduct } from './product-data.ts';

/** What opens a checkout and speaks to the shopper comes when it is needed. */
const later = () => import('./paypal-detail-checkout.ts');

/** @param element PayPal's place, with its button @param form the product form as the server wrote it; its controls are the only state */
export function mountDetailExpress(element: HTMLElement, form: HTMLFormElement): void {
  const product = readProduct(form);
  const text = textIn(defaultTexts, JSON.parse(element.dataset.texts ?? '{}'));

  /** What would be bought, null while the choice is open or cannot be had. */
  function chosen() {
    const row = chosenRow(form, product);
    const skuId = product.variants.sku_id[row];
    const isOnSale = !submitOf(form)?.disabled;
    if (skuId === undefined || !isOnSale) return null;
    const typed = Math.trunc(Number(new FormData(form).get('quantity') ?? 1));
    const quantity = typed >= 1 ? typed : 1;
    const price = product.variants.sale_price[row] ?? 0;
    const total = Math.round(price * quantity * 100) / 100;
    return { skuId, quantity, price, total };
  }

  const express = createExpress({
    place: 'detail',
    text,
    read() {
      const wanted = chosen();
      if (!wanted) {
        const missing = product.options[chosenValues(form, product).indexOf(-1)];
        const message = missing ? text('selectOptions', { options: missing.name }) : text('soldOut');
        later().then(
          ({ ask }) => ask(message),
          () => alert(message),
        );
        return null;
      }
      const item = {
        product_id: product.id,
        variant_id: wanted.skuId,
        quantity: wanted.quantity,
        pay_amount: wanted.price,
        product_title: product.title,
      };
      return { items: [item], amount: wanted.total };
    },
    // Of what was ordered: the form may say something else since.
    openCheckout: async (paypalOrderId, { items }) =>
      (await later()).openCheckout(product, items[0]!, paypalOrderId, text),
    onProblem(message, ms) {
      later().then(
        ({ refuse }) => refuse(message, ms, text),
        () => alert(message),
      );
    },
  });
  fillPayPalPlace(element, express);
  const update = () => express.setTotal(chosen()?.total ?? null);
  form.addEventListener('input', update);
  form.addEventListener('change', update);
  update();
}
