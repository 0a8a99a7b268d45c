// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { declineCoupon, removeLine, setCoupon } from '#client/bag/actions.ts';
import { applyPricing } from '#client/bag/apply-pricing.ts';
import {
  acceptGift,
  declinedCoupons,
  declinedGifts,
  declineGift,
  declineLifetime,
} from '#client/bag/declined.ts';
import { $automaticChanges } from '#client/bag/page-pricing.ts';
import { $bag, changeBag } from '#client/bag/store.ts';
import { BagList } from '#islands/bag/BagList.tsx';
import { BagNotices } from '#islands/bag/BagNotices.tsx';
import { BagSummary } from '#islands/bag/BagSummary.tsx';
import { Banner } from '#islands/bag/Banner.tsx';
import { Coupon } from '#islands/bag/Coupon.tsx';
import { CouponForm } from '#islands/bag/CouponForm.tsx';
import { FreeShipping, fetchShippingRules } from '#islands/bag/FreeShipping.tsx';
import { emptyBag } from '#lib/bag/bag-codec.ts';
import { type BagPricing, emptyPricing } from '#lib/bag/bag-pricing.ts';
import { createBagStore } from '#lib/bag/bag-sync.ts';
import { createBagTexts } from '#lib/bag/bag-texts.ts';
import { createBagViewModel } from '#lib/bag/bag-view-model.ts';
import { removeBagLine, setCoupon as settingCoupon, withDeclinedEntry } from '#lib/bag/changes.ts';
import { giftLine, swapGifts } from '#lib/bag/gifts.ts';
import { createShopTexts, type IslandShopProps } from '#lib/bag/shop-texts.ts';
import type { WireDiscount, WireGiftDiscount } from '#lib/contract/wire-discount.ts';
import { usdConfig } from '#lib/currency/config.ts';
import { randomId } from '#lib/random-id.ts';
import { createDeviceStorage } from '#lib/storage/device-storage.ts';
import { addLine } from '../../client/bag/add-line.ts';

const words = createBagTexts(createShopTexts({ currency: usdConfig, texts: {}, bag: {} as never }), {});
const mug = { id: 1, sku_id: 2, title: 'Mug', price: 28 };
const shownNow = () => createBagViewModel($bag.get(), emptyPricing($bag.get()), 'idle', new Map());

/** Stubs fetch with responses by path. */
function answer(answers: Record<string, unknown>) {
  const sent: { path: string; body: { is_do_second_confirm?: number } }[] = [];
  vi.stubGlobal(
    'fetch',
    vi.fn(async (path: string, init: RequestInit) => {
      sent.push({ path, body: JSON.parse(String(init.body ?? '{}')) });
      return Response.json(answers[path] ?? { code: 90000, msg: 'down', data: null });
    }),
  );
  return sent;
}
const live = () => document.getElementById('live')?.textContent ?? '';

beforeEach(() => {
  document.body.innerHTML = '<div id="live"></div>';
  sessionStorage.clear();
  for (const list of [declinedCoupons, declinedGifts]) for (const key of list.list()) list.remove(key);
  changeBag((bag) => ({ ...bag, ...emptyBag, changes: bag.changes }));
  answer({});
});
// The fetch stub stays: the bag is priced a moment after its last change.
afterEach(cleanup);

describe('an order that waits to be paid', () => {
  const lookUp = '/api/v1/order/lookup?order_no=AT-1';
  beforeEach(() => localStorage.removeItem('order_no'));

  test('is offered in the bag, with the way to its payment, in the page’s language [BR-24]', async () => {
    localStorage.setItem('order_no', 'AT-1');
    answer({ [lookUp]: { code: 0, msg: '', data: { web_url: '/1/checkouts/tok', variant_items: [] } } });
    const german = createBagTexts(createShopTexts({ currency: usdConfig, texts: {}, bag: {} as never }), {
      unpaidOrderPay: 'Weiter zur Zahlung',
    });
    render(<BagNotices words={german} />);
    const link = await screen.findByRole('link', { name: 'Weiter zur Zahlung' });
    expect(link.getAttribute('href')).toBe('/1/checkouts/tok');
    expect(link.parentElement?.textContent).toContain('You have an order that is not paid yet.');
  });

  test('is asked for by nobody who placed none, and forgotten once it is paid [BR-24]', async () => {
    const sent = answer({ [lookUp]: { code: 0, msg: '', data: null } });
    render(<BagNotices words={words} />);
    await act(async () => {});
    expect(sent).toEqual([]);
    cleanup();
    localStorage.setItem('order_no', 'AT-1');
    const { container } = render(<BagNotices words={words} />);
    await waitFor(() => expect(localStorage.getItem('order_no')).toBeNull());
    expect(sent.map(({ path }) => path)).toEqual([lookUp]);
    expect(container.textContent).toBe('');
  });

  test('stays to be asked for when the shop does not answer [BR-24]', async () => {
    localStorage.setItem('order_no', 'AT-1');
    const sent = answer({});
    const { container } = render(<BagNotices words={words} />);
    await waitFor(() => expect(sent).toHaveLength(1));
    await act(async () => {});
    expect(localStorage.getItem('order_no')).toBe('AT-1');
    expect(container.textContent).toBe('');
  });
});

describe('the banner of a group', () => {
  const discount = (changes: Partial<WireDiscount> = {}): WireDiscount => ({
    status: 2,
    seo_url: 'lay-the-table',
    discount_type: 1,
    discount_id: 3,
    discount_code: '',
    desc: 'Buy {0} more to save {1}%',
    params: [1, 20],
    amounts: { origin_amount: 0, discount_amount: 0, pay_amount: 0 },
    json_config: { cartShowDiscount: true, bannerBgColor: '#112233', bannerFontColor: '#ffffff' },
    ...changes,
  });

  test('says desc with its params in the promotion’s colours, and leads to its page [DISC-09, DISC-10]', () => {
    render(<Banner discount={discount()} words={words} />);
    const link = screen.getByRole('link', { name: /Buy 1 more to save 20%/ });
    expect(link.getAttribute('href')).toBe('/promotions/lay-the-table');
    expect([link.style.background, link.style.color]).toEqual(['#112233', '#ffffff']);
  });

  test('leads home without an address of its own [DISC-10]', () => {
    render(<Banner discount={discount({ seo_url: '' })} words={words} />);
    expect(screen.getByRole('link').getAttribute('href')).toBe('/');
  });

  test('is hidden where cartShowDiscount is off [DISC-09]', () => {
    const json_config = { ...discount().json_config, cartShowDiscount: false };
    render(<Banner discount={discount({ json_config })} words={words} />);
    expect(screen.queryByRole('link')).toBeNull();
  });

  test('speaks the page’s language where the sentence is ours, the merchant’s words stay', () => {
    const german = createBagTexts(createShopTexts({ currency: usdConfig, texts: {}, bag: {} as never }), {
      'Buy {0} more to save {1}%': 'Noch {0} dazu, und du sparst {1} %',
    });
    expect(german.hint(discount())).toBe('Noch 1 dazu, und du sparst 20 %');
    expect(german.hint({ desc: '{0}', params: ['Lay the table'] })).toBe('Lay the table');
  });
});

describe('choosing lines', () => {
  const boxes = () => screen.getAllByRole('checkbox') as HTMLInputElement[];
  const draw = () => render(<BagList selection="shown" shown={shownNow()} texts={words} />);

  test('one line alone is what is ordered: there is nothing to tick', () => {
    addLine(mug);
    draw();
    expect(screen.queryAllByRole('checkbox')).toEqual([]);
  });

  test('each line has a box, one ticks all of them, and what is not chosen stays in the bag', () => {
    addLine(mug);
    addLine({ ...mug, sku_id: 3, title: 'Bowl' });
    const { rerender } = draw();
    expect(boxes().map(({ checked }) => checked)).toEqual([true, true, true]);
    fireEvent.click(screen.getByRole('checkbox', { name: 'Select Bowl' }));
    rerender(<BagList selection="shown" shown={shownNow()} texts={words} />);
    const all = screen.getByRole('checkbox', { name: 'Select all' }) as HTMLInputElement;
    expect([all.checked, all.indeterminate]).toEqual([false, true]);
    expect($bag.get().lines.map(({ is_selected }) => is_selected)).toEqual([false, true]);
    fireEvent.click(all);
    expect($bag.get().lines.map(({ is_selected }) => is_selected)).toEqual([true, true]);
  });

  test('where the shop asks for it boxes come when they are wanted; until then all is ordered', () => {
    addLine(mug);
    addLine({ ...mug, sku_id: 3, title: 'Bowl' });
    const drawAsked = () => render(<BagList selection="asked" shown={shownNow()} texts={words} />);
    drawAsked();
    expect(screen.queryAllByRole('checkbox')).toEqual([]);
    fireEvent.click(screen.getByRole('button', { name: 'Order only some of these' }));
    expect(boxes().map(({ checked }) => checked)).toEqual([true, true, true]);
    expect(document.activeElement).toBe(screen.getByRole('checkbox', { name: 'Select all' }));
    expect(screen.queryByRole('button', { name: 'Order only some of these' })).toBeNull();
    fireEvent.click(screen.getByRole('checkbox', { name: 'Select Bowl' }));
    cleanup();
    // Deselected lines are still deselected when the shopper returns.
    const { rerender } = drawAsked();
    expect(boxes().map(({ checked }) => checked)).toEqual([false, false, true]);
    fireEvent.click(screen.getByRole('checkbox', { name: 'Select all' }));
    rerender(<BagList selection="asked" shown={shownNow()} texts={words} />);
    expect(boxes().map(({ checked }) => checked)).toEqual([true, true, true]);
  });

  test('where nothing is chosen, it is said', () => {
    addLine({ ...mug, is_selected: false });
    draw();
    expect(live()).toBe('Select what you would like to order.');
  });
});

describe('the focus', () => {
  const draw = () => <BagList selection="shown" shown={shownNow()} texts={words} />;
  const remove = (title: string) => screen.getByRole('button', { name: `Delete ${title}` });
  beforeEach(() => {
    for (const [sku_id, title] of [
      [4, 'Jug'],
      [3, 'Bowl'],
      [2, 'Mug'],
    ] as const) {
      addLine({ ...mug, sku_id, title });
    }
  });

  test('goes to the next line when one is deleted, from the last to the one before', () => {
    const { rerender } = render(draw());
    const press = (title: string) => {
      remove(title).focus();
      fireEvent.click(remove(title));
      rerender(draw());
    };
    press('Mug');
    expect(document.activeElement).toBe(remove('Bowl'));
    press('Jug');
    expect(document.activeElement).toBe(remove('Bowl'));
  });

  test('follows a line into another group', () => {
    const { rerender } = render(draw());
    const more = () => screen.getByRole('button', { name: 'One more Bowl' });
    const before = more();
    before.focus();
    const shown = shownNow();
    const discount = { discount_id: 3, desc: '', params: [], json_config: {} } as unknown as WireDiscount;
    const lines = shown.lines.map((line) => (line.line.title === 'Bowl' ? { ...line, discount } : line));
    rerender(<BagList selection="shown" shown={{ ...shown, lines }} texts={words} />);
    expect(more()).not.toBe(before);
    expect(document.activeElement).toBe(more());
  });

  test('stays on the minus that took the last piece but one, and in the field whose number was sent by Enter', () => {
    const { rerender } = render(draw());
    const minus = screen.getByRole('button', { name: 'One less Bowl' });
    const field = screen.getByRole('spinbutton', { name: 'Quantity of Bowl' }) as HTMLInputElement;
    const lines = () => $bag.get().lines.map(({ title, quantity }) => [title, quantity]);
    field.focus();
    fireEvent.change(field, { target: { value: '2' } });
    fireEvent.keyDown(field, { key: 'Enter' });
    rerender(draw());
    expect(document.activeElement).toBe(field);
    expect(lines()).toContainEqual(['Bowl', 2]);
    minus.focus();
    fireEvent.click(minus);
    rerender(draw());
    expect(minus.getAttribute('aria-disabled')).toBe('true');
    expect(document.activeElement).toBe(minus);
    expect(field.value).toBe('1');
    // A click on the disabled button changes nothing.
    fireEvent.click(minus);
    expect(lines()).toContainEqual(['Bowl', 1]);
  });

  test('goes from the form to the code that was applied, and back to the way in when that is taken away', async () => {
    const coupon = () => <Coupon shown={shownNow()} texts={words} />;
    const { rerender } = render(coupon());
    fireEvent.click(screen.getByRole('button', { name: 'Add a discount code' }));
    const field = await screen.findByRole('textbox', { name: 'Discount code' });
    await waitFor(() => expect(document.activeElement).toBe(field));
    act(() => setCoupon('LINEN15'));
    rerender(coupon());
    const away = screen.getByRole('button', { name: 'Remove discount code LINEN15' });
    expect(document.activeElement).toBe(away);
    fireEvent.click(away);
    rerender(coupon());
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Add a discount code' }));
  });

  test('goes on to the checkout when prices are asked for again, since the notice that offers it goes', () => {
    addLine(mug);
    const shop = { currency: usdConfig, texts: {}, bag: {} } as unknown as IslandShopProps;
    render(<BagSummary shown={{ ...shownNow(), hasFailed: true }} shop={shop} texts={words} />);
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Checkout' }));
  });

  test('is left where it is when a code comes or goes by itself', () => {
    const coupon = () => <Coupon shown={shownNow()} texts={words} />;
    const { rerender } = render(coupon());
    const elsewhere = document.body.appendChild(document.createElement('button'));
    elsewhere.focus();
    act(() => setCoupon('LINEN15'));
    rerender(coupon());
    expect(document.activeElement).toBe(elsewhere);
  });
});

describe('a coupon', () => {
  const path = '/api/v2/checkouts/discount';
  const enter = (code: string) => {
    render(<CouponForm words={words} />);
    fireEvent.change(screen.getByRole('textbox', { name: 'Discount code' }), { target: { value: code } });
    fireEvent.click(screen.getByRole('button', { name: 'Apply' }));
  };
  const asks = { code: 0, msg: '', data: { need_second_confirm: true } };

  test('that makes the discount smaller is asked about, and confirming sends it again with is_do_second_confirm [DISC-13, DISC-14]', async () => {
    addLine(mug);
    const sent = answer({ [path]: asks });
    enter('SAVE10');
    const question = await screen.findByRole('alertdialog', {
      name: 'The coupon code will cause the order discount amount to be smaller',
    });
    expect(question).toBeTruthy();
    expect($bag.get().coupon).toBe('');
    const again = answer({ [path]: { code: 0, msg: '', data: { need_second_confirm: false } } });
    fireEvent.click(screen.getByRole('button', { name: 'Use SAVE10' }));
    await waitFor(() => expect($bag.get()).toMatchObject({ coupon: 'SAVE10', isCouponConfirmed: true }));
    expect([sent[0]!.body.is_do_second_confirm, again[0]!.body.is_do_second_confirm]).toEqual([0, 1]);
  });

  test('that is not confirmed keeps the former discount [DISC-14]', async () => {
    addLine(mug);
    answer({ [path]: asks });
    enter('SAVE10');
    fireEvent.click(await screen.findByRole('button', { name: 'Keep my discount' }));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect($bag.get().coupon).toBe('');
  });

  test('that the bag does not suit says what is missing, and leads to what counts [DISC-30]', async () => {
    addLine(mug);
    const reason = { text: 'LINEN needs 3. Your bag has 1.', seo_url: 'linen', title: 'Linen' };
    answer({ [path]: { code: 30002, msg: '', data: null, reason } });
    enter('LINEN');
    await screen.findByText(reason.text, { exact: false });
    expect(live()).toBe(reason.text);
    expect(screen.getByRole('link', { name: 'Linen' }).getAttribute('href')).toBe('/promotions/linen');
  });

  test.each([
    [30001, 'This code is unknown or has expired.'],
    [30002, 'Your bag does not meet the conditions of this code.'],
    [30003, 'This code has been used up.'],
    [10429, 'slowly'],
  ])('that is refused with %i says why, and changes nothing', async (code, message) => {
    addLine(mug);
    answer({ [path]: { code, msg: 'slowly', data: null } });
    enter('NOPE');
    await screen.findByText(message);
    expect(live()).toBe(message);
    expect($bag.get().coupon).toBe('');
  });
});

const gift: WireGiftDiscount['discount_rules'][number]['gift_products'][number] = {
  product_id: 5,
  variant_id: 50,
  auto_car: 1,
  title: 'Candle',
  seo_url: 'candle',
  image: '',
  variant_option_values: [],
  original_price: 12,
  sale_inventory_quantity: 5,
  sale_status: 1,
  is_product_published: true,
};

describe('what follows from a quote', () => {
  const quote = (changes: Partial<BagPricing>): BagPricing => ({ ...emptyPricing($bag.get()), ...changes });
  const gifts = (achieved: boolean): WireGiftDiscount[] => [
    {
      discount_id: 7,
      discount_rules: [
        {
          position: 1,
          achieved,
          desc: '',
          params: [],
          gift_products: [gift],
        },
      ],
    },
  ];
  const titles = () => $bag.get().lines.map(({ title }) => title);

  test('an achieved step puts its gift into the bag, once [GIFT-01]', () => {
    addLine(mug);
    expect(applyPricing(quote({ gifts: gifts(true) }))).toMatchObject({ came: ['Candle'] });
    expect(titles()).toEqual(['Candle', 'Mug']);
    expect(applyPricing(quote({ gifts: gifts(true) }))).toBeNull();
    expect(titles()).toEqual(['Candle', 'Mug']);
  });

  test('a gift whose step is lost leaves the bag [GIFT-06]', () => {
    addLine(mug);
    applyPricing(quote({ gifts: gifts(true) }));
    const [gift] = $bag.get().lines;
    const items = new Map([[gift!.random_id, { is_disable_gift: 1, problem: 'gift_lost' }]]);
    const lost = quote({ gifts: gifts(false), items: items as unknown as BagPricing['items'] });
    expect(applyPricing(lost)).toMatchObject({ removedTitles: ['Candle'] });
    expect(titles()).toEqual(['Mug']);
    // The gift returns with its step, because the shopper did not delete it.
    applyPricing(quote({ gifts: gifts(true) }));
    expect(titles()).toEqual(['Candle', 'Mug']);
  });

  test('a quote of an older bag has no consequences', () => {
    addLine(mug);
    const old = quote({ gifts: gifts(true), autoFillCoupon: 'LINEN15' });
    addLine({ ...mug, sku_id: 3 });
    expect(applyPricing(old)).toBeNull();
    expect($bag.get().coupon).toBe('');
  });

  test('the code that saves most fills itself in, unless it was taken away in this session [DISC-12]', () => {
    addLine(mug);
    expect(applyPricing(quote({ autoFillCoupon: 'LINEN15' }))).toMatchObject({ coupon: 'LINEN15' });
    expect($bag.get()).toMatchObject({ coupon: 'LINEN15', isCouponFilled: true });
    declinedCoupons.add('LINEN15');
    setCoupon('');
    expect(applyPricing(quote({ autoFillCoupon: 'LINEN15' }))).toBeNull();
    expect($bag.get().coupon).toBe('');
  });

  test('a code that filled itself in goes when it no longer helps; one that was typed stays', () => {
    addLine(mug);
    setCoupon('LINEN15', { isFilled: true });
    applyPricing(quote({ coupon: '' }));
    expect($bag.get().coupon).toBe('');
    setCoupon('TYPED');
    applyPricing(quote({ coupon: '' }));
    expect($bag.get().coupon).toBe('TYPED');
  });
});

describe('a second tab', () => {
  const gifts = [
    {
      discount_id: 7,
      discount_rules: [{ position: 1, achieved: true, desc: '', params: [], gift_products: [gift] }],
    },
  ];
  const candle = giftLine({ gift, discountId: 7, position: 1 });
  const quoted = (changes: Partial<BagPricing> = {}): BagPricing => ({
    ...emptyPricing($bag.get()),
    gifts,
    ...changes,
  });
  const titles = () => $bag.get().lines.map(({ title }) => title);
  /** The bag of another tab, whose changes have not reached this tab yet. */
  const other = () =>
    createBagStore({
      storage: createDeviceStorage(() => localStorage),
      exclusively: async () => {},
      makeId: randomId,
      now: () => 0,
    });

  test('that has added the gift is not followed by a second one [GIFT-01]', () => {
    addLine(mug);
    const quote = quoted();
    other().change(swapGifts([], () => [candle], randomId));
    expect(applyPricing(quote)).toBeNull();
    addLine({ ...mug, sku_id: 3, title: 'Bowl' });
    expect(titles()).toEqual(['Bowl', 'Candle', 'Mug']);
  });

  test('that declined gift and coupon has declined them here, for about a visit [DISC-12]', () => {
    addLine(mug);
    const now = 1_000_000;
    const tab = other();
    tab.change(swapGifts([], () => [candle], randomId));
    tab.change(withDeclinedEntry(removeBagLine(tab.$bag.get().lines[0]!), 'gift 7:50', now));
    tab.change(withDeclinedEntry(settingCoupon(''), 'coupon Linen15', now));
    const quote = quoted({ autoFillCoupon: 'LINEN15' });
    expect(applyPricing(quote, now + declineLifetime - 1)).toBeNull();
    expect([titles(), $bag.get().coupon]).toEqual([['Mug'], '']);
    expect(applyPricing(quote, now + declineLifetime)).toEqual({
      removedTitles: [],
      came: ['Candle'],
      coupon: 'LINEN15',
    });
  });

  test('hears of it from this one, once for each line, and that a gift is wanted again', () => {
    addLine(mug);
    applyPricing(quoted());
    removeLine($bag.get().lines[0]!);
    setCoupon('LINEN15', { isFilled: true });
    declineCoupon('LINEN15');
    const told = () => other().$bag.get().declined;
    expect(told()).toEqual([
      expect.stringMatching(/^\d+ gift 7:50$/),
      expect.stringMatching(/^\d+ coupon LINEN15$/),
    ]);
    acceptGift(candle);
    expect(told()).toEqual([expect.stringMatching(/coupon/)]);
    expect(titles()).toEqual(['Candle', 'Mug']);
  });

  test('does not make two of what this one declined itself: one of two gifts stays away', () => {
    addLine(mug);
    const two = [
      {
        ...gifts[0]!,
        discount_rules: [{ ...gifts[0]!.discount_rules[0]!, gift_products: [{ ...gift, auto_car: 2 }] }],
      },
    ];
    applyPricing(quoted({ gifts: two }));
    const [line] = $bag.get().lines;
    removeLine(line!);
    declineGift(line!);
    expect(applyPricing(quoted({ gifts: two }))).toBeNull();
    expect(titles()).toEqual(['Candle', 'Mug']);
  });
});

test('what happened is said once, where both the bag page and the dropdown over it show it', () => {
  $automaticChanges.set({ removedTitles: ['Table'], came: ['Candle'], coupon: '' });
  const draw = () => <BagNotices words={words} />;
  render(draw());
  render(draw());
  expect(screen.getAllByText('Removed from your bag: Table.')).toHaveLength(2);
  // A repeated message would end with a space, which makes screen readers announce it again.
  expect(live()).toBe('Removed from your bag: Table. Added to your bag as a gift: Candle.');
});

describe('free shipping', () => {
  const path = '/api/v1/shippings';
  const byPieces = { id: 'p', title: '', desc: '', shipping_type: 3, min: 2, max: null, shipping_amount: 0 };
  const ok = {
    code: 0,
    msg: '',
    data: { shippings: [byPieces, { ...byPieces, id: 'x', shipping_amount: 5 }] },
  };

  test('the rules of a call that fails are emptied [SHIPR-06]', async () => {
    addLine(mug);
    answer({ [path]: ok });
    expect((await fetchShippingRules()).map(({ id }) => id)).toEqual(['p']);
    answer({ [path]: { ...ok, code: 90000 } });
    expect(await fetchShippingRules()).toEqual([]);
  });

  test('by pieces, the bag says what is missing, and when it is reached [SHIPR-02]', async () => {
    addLine(mug);
    answer({ [path]: ok });
    const draw = () => <FreeShipping setting={59} shown={{ ...shownNow(), total: 28 }} texts={words} />;
    const { rerender } = render(draw());
    await screen.findByText('Add 1 more for free shipping');
    expect(screen.getByRole('progressbar')).toBeTruthy();
    addLine(mug);
    rerender(draw());
    await screen.findByText('You have free shipping');
  });

  test('before the first total it keeps its place, where the shop has such a bar', () => {
    addLine(mug);
    const draw = (setting: unknown) => (
      <FreeShipping
        setting={setting}
        shown={{ ...shownNow(), total: null, hasFailed: false }}
        texts={words}
      />
    );
    const { container, rerender } = render(draw(59));
    expect(container.querySelector('.bag-shipping')?.textContent).toBe('Updating…');
    expect(screen.getByRole('progressbar').getAttribute('value')).toBe('0');
    rerender(draw(undefined));
    expect(container.innerHTML).toBe('');
  });
});
