/** PayPal on the product page: buys what the form says is chosen, past the bag (R64, entrance 2). */
import { announce } from '#lib/announce.ts';
import { checkoutBody, checkoutOutcome, redirectDelay } from '#lib/bag/checkout.ts';
import { makeLine } from '#lib/bag/line.ts';
import { emptyBag } from '#lib/bag/stored-bag.ts';
import { api } from '#lib/contract/client.ts';
import { randomId } from '#lib/random-id.ts';
import { clientId } from '#lib/session/client-id.ts';
import { defaultTexts, fill } from '#lib/text.ts';
import { chosenRow, chosenValues } from '../product/choice.ts';
import { readProduct } from '../product/product-data.ts';
import { showToast } from '../product/toast.ts';
import { mountExpress } from './mount-express.ts';

/** @param form the product form as the server wrote it; its controls are the only state */
export function mountDetailExpress(element: HTMLElement, form: HTMLFormElement): void {
  const product = readProduct(form);

  /** What would be bought, null while the choice is open or cannot be had. */
  function chosen() {
    const row = chosenRow(form, product);
    const skuId = product.variants.sku_id[row];
    const isOnSale = !form.querySelector<HTMLButtonElement>('button[type=submit]')?.disabled;
    if (skuId === undefined || !isOnSale) return null;
    const typed = Math.trunc(Number(new FormData(form).get('quantity') ?? 1));
    return {
      id: product.id,
      sku_id: skuId,
      title: product.title,
      price: product.variants.sale_price[row] ?? 0,
      quantity: typed >= 1 ? typed : 1,
      options: product.noOptions
        ? []
        : product.options.map(({ name, values }, index) => ({
            name,
            value: values[product.variants.choice[row]?.[index] ?? -1]?.value ?? '',
          })),
    };
  }

  const total = (price: number, quantity: number) => Math.round(price * quantity * 100) / 100;

  async function openCheckout(paypalOrderId: string): Promise<void> {
    const wanted = chosen();
    if (!wanted) return;
    const bag = { ...emptyBag, lines: [makeLine(wanted, randomId())] };
    const answer = await api('POST /api/v1/checkout', { body: checkoutBody(bag, 1, clientId(), new Date()) });
    const outcome = checkoutOutcome(answer, { paypalOrderId });
    if (outcome.kind === 'leave') setTimeout(() => location.assign(outcome.address), redirectDelay);
    else if ('message' in outcome) say(outcome.message, 3000);
  }

  function say(message: string, ms: number): void {
    showToast(message, ms);
    announce(message);
  }

  const express = mountExpress(element, {
    place: 'detail',
    read() {
      const wanted = chosen();
      if (!wanted) {
        const missing = chosenValues(form, product).indexOf(-1);
        const option = product.options[missing];
        say(option ? fill(defaultTexts.selectOptions, { options: option.name }) : defaultTexts.soldOut, 2000);
        return null;
      }
      const item = {
        product_id: wanted.id,
        variant_id: wanted.sku_id,
        quantity: wanted.quantity,
        pay_amount: wanted.price,
        product_title: wanted.title,
      };
      return { items: [item], amount: total(wanted.price, wanted.quantity), distinctId: clientId() };
    },
    onApproved: ({ orderId }) => openCheckout(orderId),
    onProblem: say,
  });
  const update = () => {
    const wanted = chosen();
    express.setTotal(wanted && total(wanted.price, wanted.quantity));
  };
  form.addEventListener('input', update);
  form.addEventListener('change', update);
  update();
}
