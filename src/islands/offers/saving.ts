/** What the bag would save with this in it, before it is added (PDP-15, R110). */

import { announce } from '#client/announce.ts';
import { api } from '#client/api.ts';
import { $bag } from '#client/bag/store.ts';
import { chosenCurrency } from '#client/currency/chosen.ts';
import { checkoutGroups } from '#lib/bag/request.ts';
import { wordsOf } from '#lib/bag/shop-words.ts';
import { mostPiecesOfLine } from '#lib/contract/bag-limits.ts';
import { debounce } from '#lib/forms/debounce.ts';
import { pageShop } from '../quick-add/page-shop.ts';
import { withAmount } from './sum.ts';
import { offerWords } from './words.ts';

/** ms without a further change, after which the shop is asked. */
const wait = 250;

export function mountSaving(form: HTMLFormElement, place: HTMLElement): void {
  const shop = pageShop();
  const own = offerWords(document.getElementById('offers'), shop);
  const words = wordsOf(shop, chosenCurrency);
  const productId = Number(document.querySelector<HTMLElement>('.product')?.dataset.product);
  let asked = 0;
  const ask = async (isChosen: boolean) => {
    const turn = ++asked;
    const typed = form.querySelector<HTMLInputElement>('[name=quantity]')?.valueAsNumber ?? 1;
    const item = {
      product_id: productId,
      variant_id: Number(form.dataset.variant),
      quantity: typed >= 1 ? Math.min(mostPiecesOfLine, Math.trunc(typed)) : 1,
    };
    const answer = await api('POST /api/v2/buy/to/cart/discount', {
      body: { items: [item], checkouts: checkoutGroups($bag.get()) },
    });
    // A later question is under way; a shop that cannot answer says nothing.
    if (turn !== asked || answer.code !== 0 || !answer.data) return;
    const { total_discount_amount: saved, desc, params } = answer.data;
    place.replaceChildren(
      ...(saved > 0 ? withAmount(own.text('offerSaves'), saved, words) : []),
      saved > 0 && desc ? ' ' : '',
      desc ? own.hint({ desc, params }) : '',
    );
    if (isChosen) announce(place.textContent);
  };
  const later = debounce((isChosen: boolean) => void ask(isChosen), wait);
  const chosen = () => later(true);
  new MutationObserver(chosen).observe(form, { attributeFilter: ['data-variant'] });
  form.addEventListener('input', chosen);
  // After an add it is the add that is told of.
  $bag.listen(() => later(false));
  void ask(false);
}
