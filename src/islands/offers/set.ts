/**
 * A set on a product's page: bought together, bundle, any N of a pool (PDP-12, PDP-14). The server wrote its rows; this
 * lets choose, asks what the choice costs and adds it as one group.
 */

import { announce } from '#client/announce.ts';
import { api } from '#client/api.ts';
import { lineOf } from '#client/bag/variant-line.ts';
import { takeEarly } from '#client/click-replay.ts';
import { chosenCurrency } from '#client/currency/chosen.ts';
import type { NewLine } from '#lib/bag/line.ts';
import { wordsOf } from '#lib/bag/shop-words.ts';
import { codes } from '#lib/contract/codes.ts';
import { promotionKinds } from '#lib/contract/promotion-kinds.ts';
import { addToBag } from '../adding/add-to-bag.ts';
import { pageShop } from '../quick-add/page-shop.ts';
import { type LinesPrice, priceLines } from './price-lines.ts';
import type { Missing } from './set-products.ts';
import { type Row, readRows } from './set-rows.ts';
import { showSum } from './sum.ts';
import { type OfferWords, offerWords } from './words.ts';

export async function mountSet(section: HTMLElement): Promise<void> {
  const { set = '', kind = '', code = '', product = '' } = section.dataset;
  const sum = section.querySelector<HTMLElement>('.set-sum');
  const button = section.querySelector<HTMLButtonElement>('[data-add-set]');
  if (!sum || !button) return;
  const shop = pageShop();
  const own = offerWords(document.getElementById('offers'), shop);
  const words = wordsOf(shop, chosenCurrency);
  const id = Number(set);
  let reading: Promise<Row[] | Missing> | null = null;
  let rows: Row[] | Missing = 'unasked';
  let asked = 0;
  let isUnasked = false;

  const lines = () =>
    typeof rows === 'string' ? [] : linesOf(rows, kind === promotionKinds.skuBundle ? id : null);
  /** What it costs, in words why it cannot be had, or null when the shop cannot be asked. */
  const price = async (): Promise<LinesPrice | string | null> => {
    reading ??= readRows(section, own, words, kind === promotionKinds.tying ? id : null);
    rows = await reading;
    if (rows === 'gone') return own.text('offerSoldOut');
    if (rows === 'unasked') {
      reading = null;
      return null;
    }
    const found = await (kind === promotionKinds.combination
      ? priceCombination(Number(product), id, lines())
      : priceLines(lines(), code));
    return found?.status === 0 ? words.text('promotions-over') : found;
  };
  const show = async (isChosen: boolean) => {
    const turn = ++asked;
    const found = await price();
    // A later choice is under way.
    if (turn !== asked) return;
    isUnasked = found === null;
    const isOff = typeof found === 'string' || (found !== null && found.status !== 1);
    // Not natively: whoever has pressed it keeps the focus.
    button.setAttribute('aria-disabled', String(isOff));
    if (typeof found === 'string') sum.textContent = found;
    else if (found === null) sum.textContent = own.text('offerFailed');
    else showSum(sum, { ...found, note: noteOf(found, own) }, words, own);
    // What the page begins with is found where it stands; what a choice makes of it is said.
    if (isChosen) announce(sum.textContent);
  };
  section.addEventListener('change', () => void show(true));
  await show(false);
  const press = () => {
    if (isUnasked) void show(true);
    else if (button.getAttribute('aria-disabled') === 'true') announce(sum.textContent);
    else addToBag({ lines: lines(), bundle: { code, sets: 1 } }, button, shop.bag, words);
  };
  button.addEventListener('click', press);
  if (takeEarly('click', button).length > 0) press();
}

/** Of a set that is not achieved, or could give more: what it takes. A set's own title says nothing new. */
function noteOf({ hint }: LinesPrice, own: OfferWords): string {
  return hint.desc === '{0}' || hint.desc === '' ? '' : own.hint(hint);
}

/** A variant picked twice is one line of two pieces. */
function linesOf(rows: readonly Row[], skuBundle: number | null): NewLine[] {
  const lines = new Map<number, NewLine>();
  for (const row of rows) {
    if (!row.isIn()) continue;
    const { product, variant } = row.chosen();
    const quantity = (lines.get(variant.id)?.quantity ?? 0) + row.quantity;
    lines.set(variant.id, { ...lineOf(product, variant), quantity, sku_bundle_id: skuBundle });
  }
  return [...lines.values()];
}

/** Any N of a pool: its own call knows the offer and its price (API-014). */
async function priceCombination(
  productId: number,
  id: number,
  lines: readonly NewLine[],
): Promise<LinesPrice | null> {
  const variant_ids = lines.flatMap((line) => Array<number>(line.quantity ?? 1).fill(line.sku_id));
  const answer = await api('POST /api/v1/combination/product/:id', {
    params: { id: productId },
    body: { combination_id: id, variant_ids },
  });
  if (answer.code === codes.notFound) return { origin: 0, pay: 0, hint: { desc: '', params: [] }, status: 0 };
  if (answer.code !== 0 || !answer.data) return null;
  const { origin_amount: origin, pay_amount: pay } = answer.data;
  return { origin, pay, hint: { desc: '', params: [] }, status: 1 };
}
