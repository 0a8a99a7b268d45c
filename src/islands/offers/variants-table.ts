/** Several variants of one product at once, each with its number of pieces (PDP-13, R106). */

import { announce } from '#client/announce.ts';
import { api } from '#client/api.ts';
import { chosenCurrency } from '#client/currency/chosen.ts';
import type { NewLine } from '#lib/bag/line.ts';
import { wordsOf } from '#lib/bag/shop-words.ts';
import { fill } from '#lib/fill.ts';
import { debounce } from '#lib/forms/debounce.ts';
import { addToBag } from '../adding/add-to-bag.ts';
import { lineOf } from '../product/chosen-line.ts';
import { readProduct } from '../product/product-data.ts';
import { pageShop } from '../quick-add/page-shop.ts';
import { priceLines } from './price-lines.ts';
import { amount, showSum } from './sum.ts';
import { offerWords } from './words.ts';

const wait = 250;

/** Fills the fold when it is opened. */
export async function mountTable(fold: HTMLDetailsElement): Promise<void> {
  const body = fold.querySelector<HTMLElement>('.set-rows');
  const form = document.querySelector<HTMLFormElement>('form#buy');
  const sum = fold.querySelector<HTMLElement>('.set-sum');
  const button = fold.querySelector<HTMLButtonElement>('button');
  if (!body || !form || !sum || !button || fold.dataset.state) return;
  fold.dataset.state = 'loading';
  const shop = pageShop();
  const own = offerWords(document.getElementById('offers'), shop);
  const words = wordsOf(shop, chosenCurrency);
  const product = readProduct(form);
  const answer = await api('GET /api/v1/promotion/multi_spec/:id', {
    params: { id: Number(fold.dataset.table) },
    query: { product_id: product.id },
  });
  if (answer.code !== 0 || !answer.data) {
    delete fold.dataset.state;
    sum.textContent = answer.msg;
    return;
  }
  fold.dataset.state = 'loaded';
  const rows = answer.data.variants.map((variant) => {
    const name = variant.variant_option_values.join(' / ') || product.title;
    const field = Object.assign(document.createElement('input'), {
      type: 'number',
      className: 'input',
      min: '0',
      max: String(Math.min(99, variant.sale_inventory_quantity)),
      step: '1',
      value: '0',
      inputMode: 'numeric',
      ariaLabel: name,
      disabled: variant.sale_status !== 1,
    });
    const row = document.createElement('li');
    row.append(
      Object.assign(document.createElement('span'), { textContent: name }),
      variant.sale_status === 1 ? amount(variant.sale_price, words) : words.text('soldOut'),
      field,
    );
    body.append(row);
    return { field, at: product.variants.sku_id.indexOf(variant.variant_id), price: variant.sale_price };
  });

  const lines = (): NewLine[] =>
    rows.flatMap(({ field, at, price: now }) => {
      const quantity = Math.min(Number(field.max), Math.trunc(field.valueAsNumber || 0));
      return quantity > 0 && at >= 0 ? [{ ...lineOf(form, product, at), quantity, price: now }] : [];
    });
  let asked = 0;
  const update = async (isTyped: boolean) => {
    const turn = ++asked;
    const wanted = lines();
    const count = wanted.reduce((all, line) => all + (line.quantity ?? 1), 0);
    // Never natively disabled from here on: it is this button that empties the table, and it keeps the focus.
    button.setAttribute('aria-disabled', String(count === 0));
    const cost = count === 0 ? null : await priceLines(wanted);
    if (turn !== asked) return;
    const pieces = fill(own.text('offerTablePieces'), { count });
    const next = cost && cost.hint.desc !== '{0}' ? own.hint(cost.hint) : '';
    if (cost) showSum(sum, { ...cost, note: next ? `${pieces}. ${next}` : pieces }, words, own);
    else sum.textContent = own.text(count === 0 ? 'offerTableNone' : 'offerFailed');
    if (isTyped) announce(sum.textContent);
  };
  body.addEventListener(
    'input',
    debounce(() => void update(true), wait),
  );
  button.addEventListener('click', () => {
    const wanted = lines();
    if (wanted.length === 0) return announce(own.text('offerTableNone'));
    if (!addToBag({ lines: wanted }, button, shop.bag, words)) return;
    for (const { field } of rows) field.value = '0';
    void update(false);
  });
  button.disabled = false;
  await update(false);
}
