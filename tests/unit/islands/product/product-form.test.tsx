// @vitest-environment happy-dom
import { act } from '@testing-library/react';
import { hydrateRoot, type Root } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { $bag, changeBag } from '#client/bag/store.ts';
import ProductForm from '#islands/product/ProductForm.tsx';
import { answering, customOption, islandShop, productData } from './form-fixture.ts';

// Notifications would arrive after the test that adds.
vi.mock('#islands/adding/notify.ts', () => ({ notify: () => {} }));

let root: Root | undefined;
let nextId = 700;

const prices = (change: Record<number, number> = {}) =>
  [71, 72, 73].map((sku_id) => ({
    sku_id,
    sale_price: change[sku_id] ?? 20,
    original_price: 20,
    tailor_status: 1,
  }));
const stocks = (left: Record<number, number>) =>
  [71, 72, 73].map((sku_id) => ({
    sku_id,
    sale_inventory_quantity: left[sku_id] ?? 9,
    sale_status: left[sku_id] === 0 ? 0 : 1,
    is_product_deleted: false,
    is_product_published: true,
  }));

afterEach(() => {
  act(() => root?.unmount());
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  changeBag((bag) => ({ ...bag, lines: [] }));
});

interface Opened {
  /** Markup of the page's further controls. */
  fields?: string;
  /** Changes the page as a shopper or a script may before the form hydrates. */
  before?: () => void;
}

/** Renders the page's form on the server, then hydrates it. `faults` are the hydration errors. */
async function open(
  answers: Record<string, unknown> = {},
  change: Parameters<typeof productData>[0] = {},
  { fields = '', before }: Opened = {},
) {
  nextId += 1;
  const fetch = vi.fn(answering(answers));
  vi.stubGlobal('fetch', fetch);
  // biome-ignore lint/security/noDangerouslySetInnerHtml: Astro passes slot content as HTML.
  const custom = fields && <div dangerouslySetInnerHTML={{ __html: fields }} />;
  const product = productData({ id: nextId, ...change });
  const island = <ProductForm shop={islandShop} product={product} start={71} custom={custom} />;
  document.body.innerHTML = `<div id="live"></div><script type="application/json" id="shop">${JSON.stringify(islandShop)}</script>
    <span id="sku">a</span><div id="island">${renderToString(island)}</div>
    <div class="gallery-frame"><figure id="picture-1"></figure><figure id="picture-2"></figure></div>`;
  before?.();
  const faults: unknown[] = [];
  const place = document.getElementById('island')!;
  await act(async () => {
    root = hydrateRoot(place, island, { onRecoverableError: (fault) => faults.push(fault) });
  });
  const form = place.querySelector('form')!;
  const choose = (option: number, value: number) =>
    act(() => form.querySelector<HTMLInputElement>(`[name=option-${option}][value="${value}"]`)!.click());
  const [add, buy] = form.querySelectorAll<HTMLButtonElement>('button[type=submit]');
  return { form, fetch, choose, add: add!, buy: buy!, id: nextId, faults };
}
const price = () => document.querySelector('#price')!.textContent;
const radio = (form: HTMLElement, label: string) =>
  [...form.querySelectorAll('label')].find(({ textContent }) => textContent === label)!
    .control as HTMLInputElement;
const more = (form: HTMLElement) =>
  act(() => form.querySelector<HTMLElement>('[aria-label="One more"]')!.click());
const called = (fetch: ReturnType<typeof vi.fn>, part: string) =>
  fetch.mock.calls.filter(([address]) => String(address).includes(part));

describe('choosing', () => {
  test('disables values that lead to no variant with the others chosen [PDP-02]', async () => {
    const { form, choose } = await open();
    expect(radio(form, 'Large').disabled).toBe(false);
    choose(0, 1);
    expect(radio(form, 'Large').disabled).toBe(true);
    expect(radio(form, 'Oat').disabled).toBe(false);
    choose(0, 0);
    expect(radio(form, 'Large').disabled).toBe(false);
  });

  test('shows the price of the chosen variant and names it in the address [PDP-04]', async () => {
    const { choose } = await open();
    choose(1, 1);
    expect(price()).toContain('$30.00');
    expect(price()).toContain('$35.00');
    expect(new URLSearchParams(location.search).get('variant')).toBe('72');
    expect(document.querySelector<HTMLElement>('form')!.dataset.variant).toBe('72');
    // The second button, at the bottom of a phone's screen, shows and adds the same.
    expect(document.querySelector('.buy-bar')!.textContent).toMatch(
      /Large.*Now \$30\.00 Before \$35\.00Add to bag$/,
    );
    act(() => document.querySelector<HTMLElement>('.buy-bar button')!.click());
    expect($bag.get().lines).toMatchObject([{ sku_id: 72 }]);
  });

  test('asks for the prices of now and shows them for what is chosen [PDP-04]', async () => {
    const { fetch, choose, id } = await open({
      'variant/price': prices({ 71: 18, 72: 27 }),
      'variant/inventory': stocks({}),
    });
    await vi.waitFor(() => expect(price()).toContain('$18.00'));
    expect(called(fetch, `/api/v1/products/${id}/variant/price`)).toHaveLength(1);
    choose(1, 1);
    expect(price()).toContain('$27.00');
  });

  test('asks for the stock of now: what is sold out cannot be bought, few are counted [PDP-05]', async () => {
    const { form, fetch, choose, id } = await open({
      'variant/price': prices(),
      'variant/inventory': stocks({ 71: 3, 72: 0 }),
    });
    await vi.waitFor(() => expect(document.querySelector('#stock')!.textContent).toBe('Only 3 left'));
    expect(called(fetch, `/api/v1/products/${id}/variant/inventory`)).toHaveLength(1);
    choose(1, 1);
    expect(form.querySelectorAll('.buy-row > *, .buy-bar > *')).toHaveLength(0);
    expect(document.querySelectorAll('[type=submit]:not(.wait *)')).toHaveLength(0);
    expect(document.querySelector('#stock')!.textContent).toBe('Sold out for now');
    await vi.waitFor(() => expect(document.querySelector('.wait')).not.toBeNull());
    choose(1, 0);
    expect(document.querySelector('.sold-out')).toBeNull();
    expect(form.querySelectorAll('[type=submit]')).toHaveLength(2);
  });

  test('goes on with what the page says where prices cannot be had', async () => {
    const { fetch, add } = await open({ 'variant/price': null });
    await vi.waitFor(() => expect(called(fetch, 'inventory')).toHaveLength(1));
    expect(price()).toContain('$20.00');
    expect(add.disabled).toBe(false);
  });

  test('refuses more pieces than are left, and says how many there are [PDP-05]', async () => {
    const { form, add } = await open({ 'variant/price': prices(), 'variant/inventory': stocks({ 71: 2 }) });
    await vi.waitFor(() => expect(document.querySelector('#stock')!.textContent).toBe('Only 2 left'));
    for (let times = 0; times < 2; times += 1) more(form);
    expect(form.querySelector<HTMLInputElement>('[name=quantity]')!.value).toBe('3');
    await act(async () => add.click());
    expect(document.querySelector('#buy-error')!.textContent).toBe('Only 2 left');
    expect($bag.get().lines).toEqual([]);
  });

  test('brings the picture of the variant into view; one without a picture of its own leaves the gallery where it is', async () => {
    const product = productData();
    const { form, choose } = await open({}, { variants: { ...product.variants, picture: [0, -1, 1] } });
    const scrollTo = vi
      .spyOn(document.querySelector('.gallery-frame')!, 'scrollTo')
      .mockImplementation(() => {});
    choose(1, 1);
    expect([form.dataset.variant, document.querySelector('#sku')!.textContent]).toEqual(['72', 'b']);
    expect(scrollTo).not.toHaveBeenCalled();
    choose(1, 0);
    choose(0, 1);
    expect(scrollTo).toHaveBeenCalled();
  });
});

test('the item number follows the choice, as the structured data of the page names it', async () => {
  const told = productData();
  const { choose } = await open({}, { variants: { ...told.variants, sku: [] } });
  const facts = {
    hasVariant: [71, 72].map((id) => ({ sku: `no-${id}`, offers: { url: `/p?variant=${id}` } })),
  };
  document.head.innerHTML = `<script type="application/ld+json">${JSON.stringify(facts)}</script>`;
  choose(1, 1);
  expect(document.querySelector('#sku')!.textContent).toBe('no-72');
});

describe('waking up', () => {
  test('the server writes everything a reader needs', () => {
    const html = renderToString(<ProductForm shop={islandShop} product={productData()} start={72} />);
    const page = new DOMParser().parseFromString(html, 'text/html');
    expect(page.querySelector('#price')!.textContent).toBe('Now $30.00 Before $35.00');
    expect(page.querySelector('#stock')!.textContent).toBe('In stock, ready to ship');
    expect([...page.querySelectorAll('legend')].map(({ textContent }) => textContent)).toEqual([
      'Glaze: Oat',
      'Size: Large',
    ]);
    expect(page.querySelector('[type=submit]')!.textContent).toBe('Add to bag');
    const bar = page.querySelector<HTMLElement>('.buy-bar')!;
    expect([bar.hidden, bar.textContent]).toEqual([true, 'MugOat / LargeNow $30.00 Before $35.00Add to bag']);
  });

  test('finds what the server wrote, and keeps what was chosen and typed before', async () => {
    const { form, faults } = await open(
      {},
      {},
      {
        before: () => {
          document.querySelector<HTMLInputElement>('[name=option-1][value="1"]')!.click();
          document.querySelector<HTMLInputElement>('[name=quantity]')!.value = '3';
        },
      },
    );
    expect(faults).toEqual([]);
    expect([...new FormData(form)]).toEqual([
      ['option-0', '0'],
      ['option-1', '1'],
      ['quantity', '3'],
    ]);
    expect(price()).toContain('$30.00');
    expect(new URLSearchParams(location.search).get('variant')).toBe('72');
  });

  test("keeps it where a browser's translation has rewritten every text, and prices stand in another currency", async () => {
    let field: Element | null = null;
    const { form, faults } = await open(
      {},
      {},
      {
        before: () => {
          const texts = document.createTreeWalker(document.getElementById('island')!, NodeFilter.SHOW_TEXT);
          const found: Text[] = [];
          while (texts.nextNode()) found.push(texts.currentNode as Text);
          for (const text of found) {
            const outer = document.createElement('font');
            outer.append(
              Object.assign(document.createElement('font'), { textContent: `übersetzt ${text.data}` }),
            );
            if (text.data.trim()) text.replaceWith(outer);
          }
          document.querySelector<HTMLInputElement>('[name=option-1][value="1"]')!.click();
          field = document.querySelector('[name=option-1][value="1"]');
        },
      },
    );
    expect(faults).toEqual([]);
    expect(form.querySelector(':checked[name=option-1]')).toBe(field);
    expect(price()).toBe('Now $30.00 Before $35.00');
  });
});

describe('buying at once', () => {
  test('creates a checkout of that one line with source 1, and leaves the bag as it is [PDP-06, PDP-07]', async () => {
    const go = vi.spyOn(location, 'assign').mockImplementation(() => {});
    const { form, fetch, choose, buy, id } = await open({
      '/api/v1/checkout': { checkout: { token: 't', shop_id: 1, web_url: '/1/checkouts/t' } },
    });
    changeBag((bag) => ({ ...bag, lines: [] }));
    choose(1, 1);
    more(form);
    await act(async () => buy.click());
    await vi.waitFor(() => expect(go).toHaveBeenCalledWith('/1/checkouts/t'));
    const [[, request]] = called(fetch, '/api/v1/checkout') as [[string, { body: string }]];
    const body = JSON.parse(request.body);
    expect(body.source).toBe(1);
    expect(body.checkouts[0].variant_items).toMatchObject([{ product_id: id, variant_id: 72, quantity: 2 }]);
    expect($bag.get().lines).toEqual([]);
  });

  test('says why there is no checkout, and can be tried again [PDP-07]', async () => {
    const { buy, fetch } = await open();
    fetch.mockImplementation(async () =>
      Response.json({ code: 40001, msg: 'Not enough stock.', data: null }),
    );
    await act(async () => buy.click());
    await vi.waitFor(() =>
      expect(document.querySelector('#buy-error')?.textContent).toBe('Not enough stock.'),
    );
    expect(buy.getAttribute('aria-busy')).toBeNull();
  });
});

describe('customised options', () => {
  const engraving = customOption({ name: 'text', label: 'Engraving', price: 8, required: true });
  const thread = customOption({
    type: 4,
    name: 'dropdown',
    label: 'Thread',
    price: 1,
    values: [
      { value: 'Ink', price: 0 },
      { value: 'Gold', price: 3 },
    ],
  });
  const wrapping = customOption({
    type: 5,
    name: 'checkbox',
    label: 'Extras',
    values: [
      { value: 'Box', price: 4 },
      { value: 'Card', price: 2 },
    ],
  });
  const note = customOption({
    name: 'note',
    label: 'On the card',
    required: true,
    show_rule: { dependOn: 'checkbox', value: 'Card' },
  });
  const fields = `
    <div data-custom="text"><input name="custom-text"></div>
    <div data-custom="dropdown"><select name="custom-dropdown"><option value=""></option><option>Ink</option><option>Gold</option></select></div>
    <div data-custom="checkbox"><input type="checkbox" name="custom-checkbox" value="Box"><input type="checkbox" name="custom-checkbox" value="Card"></div>
    <div data-custom="note"><input name="custom-note"></div>`;
  const custom = { custom_options: [engraving, thread, wrapping, note] };
  const write = (form: HTMLFormElement, name: string, value: string) => {
    const field = form.querySelector<HTMLInputElement>(`[name="custom-${name}"]`)!;
    field.value = value;
    act(() => void field.dispatchEvent(new Event('change', { bubbles: true })));
  };

  test('add their prices to the item’s, each when it is chosen [PDP-27]', async () => {
    const { form } = await open({}, custom, { fields });
    expect(price()).toContain('$20.00');
    write(form, 'text', 'A. L.');
    expect(price()).toContain('$28.00');
    write(form, 'dropdown', 'Gold');
    expect(price()).toContain('$32.00');
    act(() => form.querySelector<HTMLInputElement>('[value=Box]')!.click());
    expect(price()).toContain('$36.00');
    write(form, 'text', ' ');
    expect(price()).toContain('$28.00');
  });

  test('add up to the cent, and an upload only with a picture in it [PDP-26, PDP-27]', async () => {
    const image = customOption({ type: 2, name: 'image', label: 'Picture', price: 12 });
    // In floating point, 4.35 × 100 is 434.99999999999994.
    const cents = [
      { ...engraving, price: 4.35 },
      { ...thread, price: 1.1, values: [{ value: 'Gold', price: 0.29 }] },
    ];
    const upload = `${fields}<div data-custom="image"><input type="file" name="custom-image"></div>`;
    const { form } = await open({}, { custom_options: [...cents, image] }, { fields: upload });
    write(form, 'text', 'A. L.');
    expect(price()).toContain('$24.35');
    write(form, 'dropdown', 'Gold');
    expect(price()).toContain('$25.74');
  });

  test('are away with an option they depend on that is away itself, and cost nothing then [PDP-27]', async () => {
    const ribbon = { ...wrapping, show_rule: { dependOn: 'dropdown', value: 'Gold' } };
    const card = { ...note, price: 2.5 };
    // The option that decides comes last.
    const upwards = fields.split('\n').toReversed().join('');
    const { form } = await open({}, { custom_options: [card, ribbon, thread] }, { fields: upwards });
    write(form, 'dropdown', 'Gold');
    act(() => form.querySelector<HTMLInputElement>('[value=Card]')!.click());
    write(form, 'note', 'For you');
    expect(price()).toContain('$28.50');
    write(form, 'dropdown', 'Ink');
    expect(form.querySelector<HTMLElement>('[data-custom=note]')!.hidden).toBe(true);
    expect(price()).toContain('$21.00');
  });

  test('appear with what they depend on, and are asked for only then [PDP-27]', async () => {
    const { form, add } = await open({}, custom, { fields });
    const group = form.querySelector<HTMLElement>('[data-custom=note]')!;
    expect(group.hidden).toBe(true);
    write(form, 'text', 'A. L.');
    act(() => form.querySelector<HTMLInputElement>('[value=Card]')!.click());
    expect(group.hidden).toBe(false);
    await act(async () => add.click());
    expect(document.querySelector('#buy-error')!.textContent).toBe("On the card can't be blank");
    expect(document.activeElement).toBe(form.querySelector('[name=custom-note]'));
  });

  test('stand in the line by name, type, value and price [PDP-24]', async () => {
    const styled = { ...engraving, others: { fill: '#fff', fontFamily: 'Figtree', fontSize: 20 } };
    const { form, add } = await open({}, { custom_options: [styled, thread] }, { fields });
    write(form, 'text', ' A. L. ');
    write(form, 'dropdown', 'Gold');
    await act(async () => add.click());
    await vi.waitFor(() => expect($bag.get().lines).toHaveLength(1));
    const [line] = $bag.get().lines;
    expect(line!.price).toBe(32);
    expect(line!.customizedOptions).toEqual([
      {
        type: 1,
        name: 'text',
        value: 'A. L.',
        price: 8,
        others: { fill: '#fff', fontFamily: 'Figtree', fontSize: 20 },
      },
      { type: 4, name: 'dropdown', value: 'Gold', price: 4 },
    ]);
  });
});
