/** The product form: choosing, adding to the bag, buying at once, ordering a pre-sale product. Its controls are the server's own (BuyForm.astro). */
import { addLine } from '#lib/bag/actions.ts';
import { expectBag } from '#lib/bag/bag-view.ts';
import type { NewLine } from '#lib/bag/line.ts';
import { type IslandShop, type Words, wordsOf } from '#lib/bag/shop-words.ts';
import { api } from '#lib/contract/client.ts';
import { chosenCurrency } from '#lib/currency/chosen.ts';
import { localPath } from '#lib/language/local-path.ts';
import { shake } from '../bag/shake.ts';
import { afterAdding } from './after-adding.ts';
import { chosenCustomisation, chosenRow } from './choice.ts';
import { customisedLine, lineOf } from './chosen-line.ts';
import type { Composite } from './composite.ts';
import { isDesigned } from './design.ts';
import { refreshVariants } from './live-variants.ts';
import { problemOf, showProblem } from './problem.ts';
import { type ProductData, readProduct } from './product-data.ts';
import { showVariant } from './show-variant.ts';

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
  const composite = prepareCustomisation(form, product, signal);
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
  // Coming back by the browser's button: the page is as it was left, busy.
  const wake = () => form.querySelector('[aria-busy]')?.removeAttribute('aria-busy');
  addEventListener('pageshow', wake, { signal });
  if (shop.bag.afterAdd !== 'to-cart' && shop.bag.afterAdd !== 'toast') {
    form
      .querySelector('button[type=submit]')
      ?.addEventListener('pointerenter', expectBag, { signal, once: true });
  }
  return () => listening.abort();
}

/** What only customised products need is fetched only for them. */
async function prepareCustomisation(
  form: HTMLFormElement,
  product: ProductData,
  signal: AbortSignal,
): Promise<Composite | null> {
  if (product.custom_options.length === 0) return null;
  const files = form.querySelectorAll<HTMLInputElement>('input[type=file]');
  if (files.length > 0) {
    const { mountUploadField } = await import('./upload-field.ts');
    const tell = () => form.dispatchEvent(new Event('change'));
    for (const field of files) mountUploadField(field, signal, tell);
  }
  const place = form.querySelector('#stock');
  if (!isDesigned(product.custom_options) || !place) return null;
  try {
    const design = (await import('./composite.ts')).mountComposite(form, product, place);
    form.addEventListener('input', design.update, { signal });
    return design;
  } catch {
    // Without its picture the customisation is as valid.
    return null;
  }
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
  if (product.custom_options.length === 0 && !product.isPreSale && !isBuyNow)
    return add(form, plain, shop, words, button);
  button.setAttribute('aria-busy', 'true');
  try {
    const line =
      product.custom_options.length === 0 ? plain : await customised(form, product, plain, composite);
    if (product.isPreSale) await orderPreSale(line);
    else if (isBuyNow) await leaveWith(line);
    else add(form, line, shop, words, button);
  } catch (error) {
    showProblem(form, error instanceof Error ? error.message : String(error));
  } finally {
    button.removeAttribute('aria-busy');
  }
}

async function customised(
  form: HTMLFormElement,
  product: ProductData,
  line: NewLine,
  composite: Form['composite'],
): Promise<NewLine> {
  const options = await chosenCustomisation(form, product);
  return customisedLine(line, options, (await (await composite)?.store()) ?? '');
}

function add(
  form: HTMLFormElement,
  line: NewLine,
  shop: IslandShop,
  words: Words,
  button: HTMLElement,
): void {
  const result = addLine(line);
  if (result.isAdded) {
    afterAdding(line, result.bag, shop.bag, words);
    return;
  }
  shake(button);
  showProblem(form, words.text('purchaseMaxItemsMsg'));
}

/** To the checkout of this one line; the bag stays as it is (PDP-07). @throws Error with words for the shopper */
async function leaveWith(line: NewLine): Promise<void> {
  const { buyNow } = await import('#lib/bag/buy-now.ts');
  const outcome = await buyNow(line);
  if (outcome.kind === 'leave') window.top?.location.assign(localPath(outcome.address));
  else if (outcome.kind !== 'login') throw new Error(outcome.message);
}

/** @throws Error with words for the shopper */
async function orderPreSale(line: NewLine): Promise<void> {
  const answer = await api('POST /api/presale/order/create', {
    body: {
      product_id: line.id,
      variant_id: line.sku_id,
      quantity: line.quantity ?? 1,
      custom_props: (line.customizedOptions ?? []).map(({ name, type, value }) => ({ name, type, value })),
    },
  });
  if (answer.code !== 0) throw new Error(answer.msg);
  window.top?.location.assign(localPath((answer.data as { web_url: string }).web_url));
}
