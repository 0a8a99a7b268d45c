/** The product form: choosing, adding to the bag, buying at once, ordering a pre-sale product. Its controls are the server's own (BuyForm.astro). */

import { tellLater } from '#client/adding/tell-later.ts';
import { chosenCurrency } from '#client/currency/chosen.ts';
import { onRestore } from '#client/on-restore.ts';
import { type IslandShop, type Words, wordsOf } from '#lib/bag/shop-words.ts';
import { addToBag, expectAdd } from '../adding/add-to-bag.ts';
import { chosenRow } from './choice.ts';
import { lineOf } from './chosen-line.ts';
import type { Composite } from './composite.ts';
import { refreshVariants } from './live-variants.ts';
import { problemOf, showProblem, writeProblem } from './problem.ts';
import { type ProductData, readProduct } from './product-data.ts';
import { showVariant } from './show-variant.ts';

const customisation = () => import('./customisation.ts');

interface Form {
  form: HTMLFormElement;
  product: ProductData;
  shop: IslandShop;
  words: Words;
  /** The design of a customised product; null where there is none or it could not be fetched. */
  composite: Promise<Composite | null>;
}

/** Brings the form to life. @returns what takes it back */
export function mountBuyForm(form: HTMLFormElement, shop: IslandShop): () => void {
  const product = readProduct(form);
  const words = wordsOf(shop, chosenCurrency);
  const listening = new AbortController();
  const { signal } = listening;
  // What only some products need is fetched only for them.
  const composite =
    product.custom_options.length === 0
      ? Promise.resolve(null)
      : customisation().then(({ prepareCustomisation }) => prepareCustomisation(form, product, signal));
  const state: Form = { form, product, shop, words, composite };
  form.noValidate = true;
  showVariant(form, product, words, true);
  void refreshVariants(product).then((isFresh) => isFresh && showVariant(form, product, words, false));
  const choose = () => {
    showVariant(form, product, words, true);
    void composite.then((design) => design?.update());
  };
  form.addEventListener('change', choose, { signal });
  form.addEventListener('input', () => showProblem(form, ''), { signal });
  form.addEventListener('click', (event) => step(form, event), { signal });
  form.addEventListener(
    'submit',
    (event) => {
      event.preventDefault();
      const button = event.submitter ?? form.querySelector<HTMLElement>('button[type=submit]');
      if (button) void submit(state, button);
    },
    { signal },
  );
  const stopListening = onRestore(() => form.querySelector('[aria-busy]')?.removeAttribute('aria-busy'));
  signal.addEventListener('abort', stopListening);
  form
    .querySelector('button[type=submit]')
    ?.addEventListener('pointerenter', () => expectAdd(shop.bag), { signal, once: true });
  return () => listening.abort();
}

/** One fewer, one more. */
function step(form: HTMLFormElement, event: Event): void {
  const by = Number((event.target as Element).closest<HTMLElement>('[data-step]')?.dataset.step);
  const field = form.querySelector<HTMLInputElement>('[name=quantity]');
  if (!by || !field) return;
  const now = field.valueAsNumber || 1;
  field.value = String(Math.min(Number(field.max), Math.max(1, now + by)));
  for (const type of ['input', 'change']) field.dispatchEvent(new Event(type, { bubbles: true }));
}

async function submit({ form, product, shop, words, composite }: Form, button: HTMLElement): Promise<void> {
  const problem = problemOf(form, product, words);
  showProblem(form, problem?.message ?? '', problem?.field);
  if (problem || form.querySelector('[aria-busy=true]')) return;
  const plain = lineOf(form, product, chosenRow(form, product));
  const isBuyNow = button.matches('[name=buy-now]');
  // Nothing to wait for: the bag changes in the same frame.
  if (product.custom_options.length === 0 && !product.isPreSale && !isBuyNow) {
    addToBag({ lines: [plain] }, button, shop.bag, words);
    return;
  }
  button.setAttribute('aria-busy', 'true');
  try {
    const line =
      product.custom_options.length === 0
        ? plain
        : await (await customisation()).customised(form, product, plain, await composite);
    if (!product.isPreSale && !isBuyNow) addToBag({ lines: [line] }, button, shop.bag, words);
    else await (await import('./leave-with.ts'))[product.isPreSale ? 'orderPreSale' : 'buyAtOnce'](line);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    // The modal passes, the words under the buttons stay.
    writeProblem(form, message);
    tellLater(message, ({ tellFailed }) => tellFailed(message, words));
  } finally {
    button.removeAttribute('aria-busy');
  }
}
