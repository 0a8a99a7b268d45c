// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { act } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { shakeTime } from '#client/adding/shake.ts';
import { closeBag, openBag } from '#client/bag/bag-view.ts';
import { $bag, changeBag } from '#client/bag/store.ts';
import { $texts } from '#client/stores/texts.ts';
import BagDrawer from '#islands/bag/BagDrawer.tsx';
import { BagLine } from '#islands/bag/BagLine.tsx';
import BagPage from '#islands/bag/BagPage.tsx';
import { Notice } from '#islands/bag/Notice.tsx';
import { createBagTexts } from '#lib/bag/bag-texts.ts';
import type { BagLineViewModel } from '#lib/bag/bag-view-model.ts';
import { makeLine } from '#lib/bag/line.ts';
import { createShopTexts, type IslandShopProps } from '#lib/bag/shop-texts.ts';
import { usdConfig } from '#lib/currency/config.ts';
import type { CustomTexts } from '#lib/messages/format.ts';
import { addLine } from '../../client/bag/add-line.ts';

// No stylesheet is fetched here.
vi.mock('#client/loading/load-stylesheet.ts', () => ({ loadStylesheet: async () => {} }));

const shop: IslandShopProps = {
  currency: usdConfig,
  texts: {},
  bag: {
    afterAdd: 'show-bag',
    bagStyle: 'drawer',
    bagIcon: 'popup',
    bagBadgeStyle: 'number',
    bagSelection: 'shown',
    freeShippingThreshold: 59,
    toastDuration: 1000,
  },
};
const words = createBagTexts(createShopTexts(shop), {});
const mug = { id: 1, sku_id: 2, title: 'Mug', price: 28, quantity: 2 };

function shown(changes: Partial<BagLineViewModel> = {}): BagLineViewModel {
  const line = makeLine(mug, 'a');
  return {
    line,
    price: 28,
    charge: { amount: 56, before: null, each: 28 },
    discount: null,
    status: 1,
    problem: '',
    isSelected: true,
    saleQuantity: 9,
    ...changes,
  };
}

beforeEach(() => {
  vi.stubGlobal(
    'fetch',
    vi.fn(() => new Promise(() => {})),
  );
  document.body.innerHTML = `<div id="live"></div><script type="application/json" id="shop">${JSON.stringify(shop)}</script>`;
  changeBag((bag) => ({ ...bag, lines: [] }));
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('a line of the bag', () => {
  const text = (changes: Partial<BagLineViewModel>) => {
    render(<BagLine shown={shown(changes)} texts={words} />);
    return document.body.textContent;
  };

  test('shows the price of a piece and what the server says the line costs', () => {
    expect(text({})).toContain('$28.00');
    expect(text({})).toContain('$56.00');
  });

  test('strikes what its units cost without discounts, and shows what is paid for each', () => {
    const content = text({ charge: { amount: 50.4, before: 56, each: 25.2 } });
    expect(content).toContain('$25.20 each');
    expect(content).toContain('Before $56.00 Now $50.40');
    expect(content).not.toContain('$28.00');
  });

  test('shows no amount of its own while the server has not answered', () => {
    expect(text({ charge: null })).not.toContain('$56.00');
  });

  test('says that it is sold out [BAG-33]', () => {
    expect(text({ status: 0, problem: 'sold_out' })).toContain('sold out');
    expect(screen.queryByRole('spinbutton')).toBeNull();
  });

  test('says that the product changed [BAG-35]', () => {
    expect(text({ status: 0, problem: 'changed' })).toContain(
      'Product information updated, please select again',
    );
  });

  test('is deleted by a control that says so [BAG-36]', () => {
    addLine(mug);
    render(<BagLine shown={shown({ line: $bag.get().lines[0]! })} texts={words} />);
    const control = screen.getByRole('button', { name: 'Delete Mug' });
    expect(control.textContent).toBe('Delete');
    fireEvent.click(control);
    expect($bag.get().lines).toEqual([]);
  });

  test('the marked lines of a bundle say so [BAG-34]', () => {
    expect(text({ line: makeLine({ ...mug, type: 2, code: 'SET', group: 'SET' }, 'b') })).toContain('Bundle');
  });

  test('the plus of a full bag is refused, said, and shakes for a second [BAG-45, ADD-22]', async () => {
    await import('#islands/adding/notices.tsx');
    vi.useFakeTimers();
    addLine({ ...mug, quantity: 99 });
    render(<BagLine shown={shown({ line: $bag.get().lines[0]!, saleQuantity: 999 })} texts={words} />);
    const plus = screen.getByRole('button', { name: 'One more Mug' });
    fireEvent.click(plus);
    await vi.dynamicImportSettled();
    expect($bag.get().lines[0]!.quantity).toBe(99);
    expect(document.getElementById('live')?.textContent).toBe('Your shopping cart can hold at most 99 items');
    expect(plus.className).toContain('shake');
    act(() => void vi.advanceTimersByTime(shakeTime));
    expect(plus.className).not.toContain('shake');
  });

  test('a quantity typed counts when the field is left, nonsense does not', () => {
    addLine(mug);
    render(<BagLine shown={shown({ line: $bag.get().lines[0]! })} texts={words} />);
    const field = screen.getByRole('spinbutton');
    fireEvent.change(field, { target: { value: '5' } });
    fireEvent.blur(field);
    expect($bag.get().lines[0]!.quantity).toBe(5);
    fireEvent.change(field, { target: { value: '-1' } });
    fireEvent.blur(field);
    expect($bag.get().lines[0]!.quantity).toBe(5);
  });
});

describe('hydration', () => {
  test('a stored bag makes no difference between what the server wrote and what the browser hydrates', async () => {
    addLine(mug);
    const place = document.createElement('div');
    document.body.append(place);
    const errors: unknown[] = [];
    // The server's copy of the module has an empty bag; until hydration useBag shows the same constant.
    place.innerHTML = renderToString(<BagPage />);
    expect(place.textContent).not.toContain('Mug');
    await act(async () => {
      hydrateRoot(place, <BagPage />, { onRecoverableError: (error) => errors.push(error) });
    });
    expect(errors).toEqual([]);
    expect(place.textContent).toContain('Mug');
    expect(place.textContent).toContain('Updating…');
  });
});

describe('the bag page', () => {
  test('holds its lines back until the first answer alone: who tries again keeps them, and the focus', async () => {
    // Fresh modules: the page would price another test's change some time later, and an empty bag without a request.
    vi.resetModules();
    const { default: OwnPage } = await import('#islands/bag/BagPage.tsx');
    const { addLine } = await import('../../client/bag/add-line.ts');
    addLine(mug);
    const { promise: lost, reject: lose } = Promise.withResolvers<Response>();
    const ask = vi.fn(() => lost);
    vi.stubGlobal('fetch', ask);
    const { container } = render(<OwnPage />);
    await vi.waitFor(() => expect(container.querySelector('.bag-soon')).not.toBeNull());
    lose(new TypeError('offline'));
    const again = await screen.findByRole('button', { name: 'Try again' }, { timeout: 15_000 });
    expect(container.querySelector('.bag-page')?.className).toBe('bag-page');
    ask.mockImplementation(() => new Promise(() => {}));
    ask.mockClear();
    fireEvent.click(again);
    expect(ask).toHaveBeenCalled();
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
    expect(container.querySelector('.bag-page')?.className).toBe('bag-page');
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Checkout' }));
  });

  test('keeps the promises below an empty bag [BAG-44]', async () => {
    render(
      <BagPage>
        <p>Thirty days</p>
      </BagPage>,
    );
    await screen.findByText('Your shopping cart is empty', {}, { timeout: 15_000 });
    expect(screen.getByText('Thirty days')).toBeTruthy();
  });
});

describe('the dropdown', () => {
  test('is headed Shopping Cart with the number of pieces, until the page’s language says otherwise: from its first moment [BAG-07]', () => {
    addLine(mug);
    const head = (texts?: CustomTexts) => {
      // The language's file has not loaded.
      $texts.set(null);
      render(<BagDrawer texts={texts} />);
      act(() => openBag('dropdown'));
      const { textContent } = screen.getByRole('heading', { level: 2 });
      act(closeBag);
      cleanup();
      return textContent;
    };
    expect(head()).toBe('Shopping Cart 2');
    expect(head({ shoppingCart: 'Your bag' })).toBe('Your bag 2');
  });
});

describe('a passing message', () => {
  test('passes although the pointer rests on it, and is said in the live region [CHK-07, ADD-26]', () => {
    vi.useFakeTimers();
    const onOver = vi.fn();
    const { container } = render(
      <Notice message="Changed" lasts={3000} onOver={onOver}>
        Changed
      </Notice>,
    );
    expect(document.getElementById('live')?.textContent).toBe('Changed');
    fireEvent.pointerEnter(container.firstElementChild!);
    act(() => void vi.advanceTimersByTime(2999));
    expect(onOver).not.toHaveBeenCalled();
    act(() => void vi.advanceTimersByTime(1));
    expect(onOver).toHaveBeenCalledOnce();
  });
});
