// @vitest-environment happy-dom
/**
 * Every island renders completely on the server, hydrates without a mismatch and follows its props or store. The tests of seven
 * islands check this elsewhere: currency/currency-picker, product/product-form, product/sold-out, offers/offer-set,
 * offers/offer-table, reviews/reviews and bag/bag-island.
 */
import { globSync, readFileSync } from 'node:fs';
import { act } from '@testing-library/react';
import type { ReactElement } from 'react';
import { hydrateRoot, type Root } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { closeBag, openBag } from '#client/bag/bag-view.ts';
import { $texts } from '#client/stores/texts.ts';
import Account, { type AccountProps } from '#islands/account/Account.tsx';
import Forgot from '#islands/account/Forgot.tsx';
import Login from '#islands/account/Login.tsx';
import Register from '#islands/account/Register.tsx';
import ResetPassword from '#islands/account/ResetPassword.tsx';
import VerifyEmail from '#islands/account/VerifyEmail.tsx';
import BackInStock from '#islands/back-in-stock/BackInStock.tsx';
import BagDrawer from '#islands/bag/BagDrawer.tsx';
import { Checkout } from '#islands/checkout/Checkout.tsx';
import { Result } from '#islands/checkout/Result.tsx';
import type { CheckoutProps } from '#islands/checkout/types.ts';
import Newsletter from '#islands/newsletter/Newsletter.tsx';
import Unsubscribe from '#islands/newsletter/Unsubscribe.tsx';
import OpenedOrder from '#islands/order/OpenedOrder.tsx';
import OrderLookup from '#islands/order/OrderLookup.tsx';
import RecommendLists from '#islands/recommend/RecommendLists.tsx';
import Suggestions from '#islands/search/Suggestions.tsx';
import Wishlist from '#islands/wishlist/Wishlist.tsx';
import type { WireOrder } from '#lib/contract/wire-order.ts';
import { usdConfig } from '#lib/currency/config.ts';
import { usdFormat } from '#lib/money/format.ts';
import { emptyAddress } from '#lib/orders/address.ts';
import { islandShop } from './product/form-fixture.ts';

vi.mock('#client/loading/load-stylesheet.ts', () => ({ loadStylesheet: async () => {} }));

const provenElsewhere = [
  ...['BagPage', 'CurrencyPicker', 'OfferSet', 'OfferTable', 'ProductForm', 'Reviews', 'SoldOutForm'],
];

const checkout = {
  ...{ token: 'tok', shop_id: 1, web_url: '/1/checkouts/tok', state: 'open', order_no: '', status_key: 0 },
  ...{ version: 1, source: 2, currency: 'USD', email: 'ada@example.com', phone: '', address: emptyAddress },
  ...{ requires_shipping: false, shipping_id: '', shippings: [], coupon: '', need_second_confirm: false },
  ...{
    insurance: 0,
    insurance_offer: null,
    tax_lines: [],
    tax_included: false,
    payment_method: '',
    note: '',
  },
  ...{ tax_id: '', paypal_order_id: '', variant_items: [], discounts: [], subtotal_price: 0, tax_amount: 0 },
  ...{
    pay_ship_amount: 0,
    total_discount_amount: 0,
    pay_ship_insurance_amount: 0,
    tip_amount: 0,
    total_price: 0,
  },
} as unknown as CheckoutProps['checkout'];
const checkoutProps: CheckoutProps = {
  ...{
    checkout,
    countries: [],
    methods: [],
    format: usdFormat,
    texts: {},
    countdown: null,
    asksToShowName: false,
  },
  addresses: [],
  ...{ comesFromPayPal: false, expectsPayPal: false },
  tip: { enabled: false, options: [], custom_allowed: false },
};

const order: WireOrder = {
  ...{ order_no: 'K7QMD-4XHRA', shop_id: 1, token: 'tok', email: 'ada@example.com', order_time: 0 },
  ...{ order_status: 'Paid', status_key: 1, is_on_hold: false, paid_at: 0, packed_at: null, currency: 'USD' },
  ...{ payment_method: 'card', shipping_title: '', refunded_amount: 0, tax_lines: [], coupon: '', note: '' },
  ...{
    address: emptyAddress,
    tracking_info: [],
    returns: [],
    returnable: null,
    is_late: false,
    variant_items: [],
    discounts: [],
  },
  ...{ subtotal_price: 0, pay_ship_amount: 0, total_discount_amount: 0, pay_ship_insurance_amount: 0 },
  ...{ tax_amount: 0, tip_amount: 0, total_price: 0 },
};

interface Island {
  /** Resets its stores before the test. */
  before?: () => void;
  element: ReactElement;
  /** Text in the server's HTML. */
  written: string;
  /** Passes other props, or sets its store to another value. */
  change(rerender: (element: ReactElement) => void): void;
  /** Text that is present only after the change. */
  changed: string;
}

const help = { email: '', lang: null, pages: [] };
const account: AccountProps = {
  account: {
    ...{
      email: 'ada@example.com',
      is_verified: false,
      first_name: 'Ada',
      last_name: '',
      is_subscribed: null,
    },
    ...{ created_at: 0, addresses: [], orders_under_way: 0 },
  },
  logins: [{ id: 'f'.repeat(16), device: 'Firefox, Windows', created_at: 0, used_at: 0, is_current: true }],
  orders: { list: [], total: 0, page: 1, page_size: 10 },
  ...{ countries: [], currency: usdConfig, texts: {}, help },
};

const islands: Record<string, Island> = {
  Account: {
    element: <Account {...account} />,
    written: 'There are no orders yet.',
    change: (rerender) =>
      rerender(<Account {...account} texts={{ noOrders: 'Es gibt noch keine Bestellungen.' }} />),
    changed: 'Es gibt noch keine Bestellungen.',
  },
  BackInStock: {
    element: <BackInStock texts={{}} />,
    written: 'aria-busy="true"',
    change: (rerender) => rerender(<BackInStock texts={{ waitForget: 'Vergesst mich' }} />),
    changed: 'Vergesst mich',
  },
  BagDrawer: {
    element: (
      <BagDrawer>
        <a href="/cart" data-bag-link>
          Bag
        </a>
      </BagDrawer>
    ),
    written: 'href="/cart"',
    change: () => openBag('drawer'),
    changed: 'Shopping Cart',
  },
  Checkout: {
    element: <Checkout {...checkoutProps} />,
    written: 'ada@example.com',
    change: (rerender) => rerender(<Checkout {...checkoutProps} asksToShowName />),
    changed: 'name="show_name"',
  },
  Forgot: {
    element: <Forgot texts={{}} search="?return_url=%2Fcart" />,
    written: 'href="/login?return_url=%2Fcart"',
    change: (rerender) => rerender(<Forgot texts={{ forgotSend: 'Link schicken' }} search="" />),
    changed: 'Link schicken',
  },
  Login: {
    element: <Login texts={{}} search="" />,
    written: 'autoComplete="current-password"',
    change: (rerender) => rerender(<Login texts={{ loginTitle: 'Anmelden' }} search="" />),
    changed: 'Anmelden',
  },
  Newsletter: {
    element: <Newsletter id="letter" sourceType={4} texts={{}} />,
    written: 'Subscribe',
    change: (rerender) =>
      rerender(<Newsletter id="letter" sourceType={4} texts={{ subscribe: 'Abonnieren' }} />),
    changed: 'Abonnieren',
  },
  OpenedOrder: {
    element: <OpenedOrder shop={{ currency: usdConfig, texts: {} }} order={order} help={help} />,
    written: 'K7QMD-4XHRA',
    change: () => $texts.set({ orderPlaced: 'Bestellt' }),
    changed: 'Bestellt',
  },
  OrderLookup: {
    element: <OrderLookup shop={{ currency: usdConfig, texts: {} }} help={help} />,
    written: 'Find my order',
    change: () => $texts.set({ orderFind: 'Bestellung suchen' }),
    changed: 'Bestellung suchen',
  },
  RecommendLists: {
    element: <RecommendLists ids={[1]} title="Recommended" />,
    written: 'inert',
    change: (rerender) => rerender(<RecommendLists ids={[1]} title="Empfohlen" />),
    changed: 'Empfohlen',
  },
  Register: {
    element: <Register texts={{}} search="" />,
    written: 'autoComplete="new-password"',
    change: (rerender) => rerender(<Register texts={{ registerTitle: 'Konto anlegen' }} search="" />),
    changed: 'Konto anlegen',
  },
  ResetPassword: {
    element: <ResetPassword texts={{}} code="abc" />,
    written: 'New password',
    change: (rerender) => rerender(<ResetPassword texts={{}} code={null} />),
    changed: 'Current password',
  },
  Result: {
    element: <Result currency={usdConfig} hasAccounts={false} texts={{}} />,
    written: 'Confirming your payment',
    change: (rerender) =>
      rerender(<Result currency={usdConfig} hasAccounts={false} texts={{ resultWaits: 'Einen Moment' }} />),
    changed: 'Einen Moment',
  },
  Suggestions: {
    element: <Suggestions />,
    // Empty until somebody searches.
    written: '<div></div>',
    change: () => {
      const field = document.querySelector('input')!;
      field.value = 'mug';
      field.dispatchEvent(new Event('input'));
    },
    changed: 'Tidal mug',
  },
  VerifyEmail: {
    element: <VerifyEmail texts={{}} />,
    written: 'One moment …',
    change: (rerender) => rerender(<VerifyEmail texts={{ verifyWaits: 'Einen Moment …' }} />),
    changed: 'Einen Moment …',
  },
  Unsubscribe: {
    element: <Unsubscribe texts={{}} />,
    written: 'aria-busy="true"',
    change: (rerender) => rerender(<Unsubscribe texts={{ newsletterLeave: 'Abbestellen' }} />),
    changed: 'Abbestellen',
  },
  Wishlist: {
    element: <Wishlist isShared={false} hasAccounts texts={{}} />,
    written: 'aria-busy="true"',
    change: (rerender) =>
      rerender(<Wishlist isShared={false} hasAccounts texts={{ wishlistEmpty: 'Noch nichts gemerkt' }} />),
    changed: 'Noch nichts gemerkt',
  },
};

let root: Root | undefined;
beforeEach(() => {
  vi.useFakeTimers();
  history.replaceState(null, '', '/pay/result?order_no=AAAAA-BBBBB');
  vi.stubGlobal('fetch', async (address: string) => {
    if (address.includes('subscribe/status')) return Response.json({ code: 0, msg: '', data: { status: 1 } });
    if (address.includes('back-in-stock')) {
      const data = { state: 'asked', title: 'Mug', variant: 'Oat', url: '/products/mug?variant=1' };
      return Response.json({ code: 0, msg: '', data });
    }
    if (!address.includes('productFilterSelector')) return new Promise<Response>(() => {});
    const mug = {
      id: 1,
      title: 'Tidal mug',
      seo_url: 'tidal-mug',
      original: '',
      sale_price: 28,
      price_varies: false,
    };
    return Response.json({ code: 0, msg: '', data: { product_list: [mug] } });
  });
});
afterEach(() => {
  act(() => {
    root?.unmount();
    closeBag();
  });
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

test('every island a page names is proven here or in a test of its own', () => {
  const named = globSync('src/**/*.astro').flatMap((file) => {
    const text = readFileSync(file, 'utf8');
    return [...text.matchAll(/<([A-Z]\w*)\s+client:/g)].map(([, name]) =>
      // Reviews.astro imports the island of the same name under another name.
      name === 'Island' ? text.match(/import Island from '.*\/(\w+)\.tsx'/)![1]! : name!,
    );
  });
  expect([...new Set(named)].sort()).toEqual([...Object.keys(islands), ...provenElsewhere].sort());
});

describe.each(Object.entries(islands))('%s', (_name, { before, element, written, change, changed }) => {
  test('is written by the server, wakes without a mismatch and follows its props or store', async () => {
    before?.();
    const faults = vi.spyOn(console, 'error');
    const html = renderToString(element);
    expect(html).toContain(written);
    expect(html).not.toContain(changed);
    // No ids by React: without streaming, @astrojs/react prefixes them in the browser but not on the server.
    expect(html).not.toMatch(/_R_?\w*_/);
    document.body.innerHTML = `<div id="live"></div><script type="application/json" id="shop">${JSON.stringify(islandShop)}</script><div class="search-panel"><form role="search"><input type="search" name="q"></form><div id="island">${html}</div></div>`;
    const place = document.getElementById('island')!;
    await act(async () => {
      root = hydrateRoot(place, element, { onRecoverableError: (fault) => faults(fault) });
    });
    expect(place.innerHTML).not.toContain(changed);
    await act(async () => change((next) => root!.render(next)));
    await act(() => vi.advanceTimersByTimeAsync(1000));
    await act(() => vi.dynamicImportSettled());
    expect(place.innerHTML).toContain(changed);
    expect(faults).not.toHaveBeenCalled();
  });
});
