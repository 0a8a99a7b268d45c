/** The rows of a set as the server wrote them, with what is chosen in each. */

import { api } from '#client/api.ts';
import { localPath } from '#client/language/local-path.ts';
import type { Words } from '#lib/bag/shop-words.ts';
import { fill } from '#lib/fill.ts';
import { productPath } from '#lib/pages/addresses.ts';
import { type Choice, choiceList, choicesOf, type Missing, missing, readSetProduct } from './set-products.ts';
import { amount } from './sum.ts';
import type { OfferWords } from './words.ts';

export interface Row {
  /** Pieces in one set. */
  quantity: number;
  isIn(): boolean;
  chosen(): Choice;
}

/**
 * Lets choose in each row.
 * @param tying id of an offer of products bought together; others say what they are by their products
 * @returns 'gone' when something the set needs cannot be bought; 'unasked', and nothing is changed, when that is not known
 */
export async function readRows(
  section: HTMLElement,
  own: OfferWords,
  words: Words,
  tying: number | null,
): Promise<Row[] | Missing> {
  const items = [...section.querySelectorAll<HTMLElement>('.set-item')];
  if (tying !== null) {
    const offer = await api('GET /api/v1/promotion/tying/:id', { params: { id: tying } });
    if (offer.code !== 0) return missing(offer.code);
  }
  const pool = section.dataset.pool?.split(' ').map(Number);
  const ids = [...new Set(pool ?? items.map((item) => Number(item.dataset.product)))];
  const found = await Promise.all(ids.map((id) => readSetProduct(id, tying)));
  if (found.includes('unasked')) return 'unasked';
  const products = found.filter((product) => typeof product === 'object');
  const rows = items.map((item, at) => {
    const first = Number(item.dataset.product);
    const sku = Number(item.dataset.sku) || null;
    const its = products.filter(({ id }) => id === first);
    const choices = choicesOf(pool ? products : its, sku);
    const label = pool
      ? fill(own.text('offerPiece'), { number: at + 1 })
      : fill(own.text('offerVariant'), { title: its[0]?.title ?? '' });
    return mountRow(item, choices, { first, label, isOptional: tying !== null && at > 0 }, words);
  });
  const isWhole = rows.every((row) => row !== null);
  return isWhole ? rows : 'gone';
}

interface RowWanted {
  /** The product the server wrote. */
  first: number;
  label: string;
  isOptional: boolean;
}

function mountRow(
  item: HTMLElement,
  choices: readonly Choice[],
  { first, label, isOptional }: RowWanted,
  words: Words,
): Row | null {
  const box = item.querySelector<HTMLInputElement>('input[type=checkbox]');
  const onPage = Number(document.querySelector<HTMLElement>('form#buy')?.dataset.variant);
  const start =
    choices.find(({ product, variant }) => product.id === first && variant.id === onPage) ??
    choices.find(({ product }) => product.id === first) ??
    choices[0];
  if (!start) {
    // It is sold out meanwhile: the others are a set without it.
    if (isOptional && box) Object.assign(box, { checked: false, disabled: true });
    return isOptional ? { quantity: 1, isIn: () => false, chosen: () => start! } : null;
  }
  let chosen = start;
  const show = () => showChoice(item, chosen, words);
  if (choices.length > 1) {
    const list = choiceList(choices, chosen, label);
    list.addEventListener('change', () => {
      chosen = choices.find(({ variant }) => String(variant.id) === list.value) ?? chosen;
      show();
    });
    item.querySelector('.set-choice')?.replaceChildren(list);
  }
  show();
  return {
    quantity: Number(item.dataset.quantity) || 1,
    isIn: () => box?.checked ?? true,
    chosen: () => chosen,
  };
}

function showChoice(item: HTMLElement, { product, variant }: Choice, words: Words): void {
  const link = item.querySelector<HTMLAnchorElement>('a.set-title');
  if (link) {
    link.textContent = product.title;
    link.href = `${localPath(productPath(product.seoUrl))}?variant=${variant.id}`;
  }
  item.querySelector('.set-price')?.replaceChildren(amount(variant.salePrice, words));
  const picture = item.querySelector('picture');
  if (!picture || !variant.imgUrl || picture.dataset.shown === variant.imgUrl) return;
  picture.dataset.shown = variant.imgUrl;
  const image = picture.querySelector('img');
  for (const source of picture.querySelectorAll('source')) source.remove();
  if (image) image.src = variant.imgUrl;
}
