/** The product form: choosing, adding to the bag, ordering a pre-sale product. Its controls are the server's own (BuyForm.astro). */
import { announce } from '#lib/announce.ts';
import { addLine } from '#lib/bag/actions.ts';
import { expectBag } from '#lib/bag/bag-view.ts';
import type { NewLine } from '#lib/bag/line.ts';
import { type IslandShop, type Words, wordsOf } from '#lib/bag/shop-words.ts';
import { api } from '#lib/contract/client.ts';
import { chosenCurrency } from '#lib/currency/chosen.ts';
import { pictureUrl } from '#lib/media/picture.ts';
import { shake } from '../bag/shake.ts';
import { afterAdding } from './after-adding.ts';
import { chosenCustomisation, chosenRow, chosenValues, fieldName, isShown } from './choice.ts';
import { type ProductData, readProduct } from './product-data.ts';
import { showVariant } from './show-variant.ts';

/** Brings the form to life. @returns what takes it back */
export function mountBuyForm(form: HTMLFormElement, shop: IslandShop): () => void {
  const product = readProduct(form);
  const words = wordsOf(shop, chosenCurrency);
  const listening = new AbortController();
  const { signal } = listening;
  form.noValidate = true;
  showVariant(form, product, words, true);
  form.addEventListener('change', () => showVariant(form, product, words, true), { signal });
  form.addEventListener('input', () => showProblem(form, ''), { signal });
  form.addEventListener(
    'submit',
    (event) => {
      event.preventDefault();
      void submit(form, product, shop, words);
    },
    { signal },
  );
  if (shop.bag.afterAdd !== 'to-cart' && shop.bag.afterAdd !== 'toast') {
    form
      .querySelector('button[type=submit]')
      ?.addEventListener('pointerenter', expectBag, { signal, once: true });
  }
  return () => listening.abort();
}

async function submit(
  form: HTMLFormElement,
  product: ProductData,
  shop: IslandShop,
  words: Words,
): Promise<void> {
  const problem = problemOf(form, product, words);
  showProblem(form, problem?.message ?? '', problem?.field);
  if (problem) return;
  const button = form.querySelector<HTMLButtonElement>('button[type=submit]')!;
  if (button.getAttribute('aria-busy') === 'true') return;
  const row = chosenRow(form, product);
  const line = lineOf(form, product, row);
  if (product.custom_options.length === 0)
    return product.isPreSale ? orderPreSale(form, line, button) : add(form, line, shop, words, button);
  button.setAttribute('aria-busy', 'true');
  try {
    const customizedOptions = await chosenCustomisation(form, product);
    const extra = customizedOptions.reduce((sum, option) => sum + option.price, 0);
    const custom = { ...line, customizedOptions, price: Math.round((line.price + extra) * 100) / 100 };
    if (product.isPreSale) await orderPreSale(form, custom, button);
    else add(form, custom, shop, words, button);
  } catch (error) {
    showProblem(form, error instanceof Error ? error.message : String(error));
  } finally {
    button.removeAttribute('aria-busy');
  }
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

async function orderPreSale(form: HTMLFormElement, line: NewLine, button: HTMLElement): Promise<void> {
  button.setAttribute('aria-busy', 'true');
  const answer = await api('POST /api/presale/order/create', {
    body: {
      product_id: line.id,
      variant_id: line.sku_id,
      quantity: line.quantity ?? 1,
      custom_props: (line.customizedOptions ?? []).map(({ name, type, value }) => ({ name, type, value })),
    },
  });
  button.removeAttribute('aria-busy');
  if (answer.code === 0) window.top?.location.assign((answer.data as { web_url: string }).web_url);
  else showProblem(form, answer.msg);
}

interface Problem {
  message: string;
  field: HTMLElement | null;
}

function problemOf(form: HTMLFormElement, product: ProductData, words: Words): Problem | null {
  const missing = chosenValues(form, product).findIndex((value) => value < 0);
  if (missing >= 0) {
    const field = form.querySelector<HTMLElement>(`[name="option-${missing}"]:enabled`);
    return { message: words.text('selectOptions', { options: product.options[missing]?.name ?? '' }), field };
  }
  if (chosenRow(form, product) === -1) return { message: words.text('tailorUpdated'), field: null };
  const fields = new FormData(form);
  for (const option of product.custom_options) {
    const values = fields.getAll(fieldName(option.name));
    const isBlank = values.every((entry) =>
      typeof entry === 'string' ? entry.trim() === '' : entry.size === 0,
    );
    if (option.required && isBlank && isShown(option.name, fields, product)) {
      const field = form.querySelector<HTMLElement>(`[name="${CSS.escape(fieldName(option.name))}"]`);
      return { message: words.text('requiredMsg', { name: option.label }), field };
    }
  }
  return null;
}

/** The error stands under the buttons, is announced, and its field gets the focus. */
function showProblem(form: HTMLFormElement, message: string, field: HTMLElement | null = null): void {
  let place = form.querySelector<HTMLElement>('.field-error');
  if (!place) {
    if (message === '') return;
    place = document.createElement('p');
    place.className = 'field-error';
    place.id = 'buy-error';
    form.querySelector('.buy-row')?.after(place);
  }
  place.textContent = message;
  place.hidden = message === '';
  for (const marked of form.querySelectorAll('[aria-describedby="buy-error"]'))
    marked.removeAttribute('aria-describedby');
  if (message === '') return;
  announce(message);
  field?.setAttribute('aria-describedby', 'buy-error');
  field?.focus();
}

function lineOf(form: HTMLFormElement, product: ProductData, row: number): NewLine {
  const { variants, options, pictures } = product;
  const skuId = variants.sku_id[row]!;
  const picture = pictures[Math.max(0, variants.picture[row] ?? 0)];
  const typed = Math.trunc(Number(new FormData(form).get('quantity') ?? 1));
  return {
    id: product.id,
    sku_id: skuId,
    quantity: typed >= 1 ? typed : 1,
    title: product.title,
    price: variants.sale_price[row] ?? 0,
    options: product.noOptions
      ? []
      : options.map(({ name, values }, index) => ({
          name,
          value: values[variants.choice[row]?.[index] ?? -1]?.value ?? '',
        })),
    image: picture ? pictureUrl(picture.id, 320, 'webp') : '',
    url: `/products/${product.seo_url}?variant=${skuId}`,
    pUrl: location.pathname,
    noOptions: product.noOptions,
    is_virtual: product.is_virtual,
  };
}
