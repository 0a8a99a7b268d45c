// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import intent from '#client/intent/directive.ts';

test('leaves a picture chosen while the island wakes as it is, and replays the click', async () => {
  document.body.innerHTML = '<div><form><input type="file"><button type="button">Add</button></form></div>';
  const island = document.querySelector('div')!;
  const field = document.querySelector('input')!;
  const button = document.querySelector('button')!;
  const set = vi.fn();
  let value = '';
  // As in browsers, only the value '' can be set, and it clears the files.
  const own = Object.getPrototypeOf(field);
  const real = Object.getOwnPropertyDescriptor(own, 'value')!;
  Object.defineProperty(own, 'value', { configurable: true, get: () => value, set });
  let awake = () => {};
  const clicked = vi.fn();
  const hydrate = async () => void button.addEventListener('click', clicked);
  const load = () =>
    new Promise<() => Promise<void>>((resolve) => {
      awake = () => resolve(hydrate);
    });
  try {
    intent(load, { name: 'intent', value: 'true' }, island);
    button.click();
    value = 'C:\\fakepath\\dog.png';
    awake();
    await vi.waitFor(() => expect(clicked).toHaveBeenCalledOnce());
    expect(set).not.toHaveBeenCalled();
  } finally {
    Object.defineProperty(own, 'value', real);
  }
});

test('an island that fails when it wakes is told of like one whose script does not come', async () => {
  document.body.innerHTML = '<div><form><button type="button">Add</button></form></div>';
  const told = vi.fn();
  document.addEventListener('astro:hydration-error', told, { once: true });
  const fails = () => Promise.reject(new Error('broken'));
  intent(async () => fails, { name: 'intent', value: 'true' }, document.querySelector('div')!);
  const button = document.querySelector('button')!;
  button.click();
  await vi.waitFor(() => expect(told).toHaveBeenCalledOnce());
  await vi.waitFor(() => expect(button.hasAttribute('aria-busy')).toBe(false));
});

test('keeps what a replayed click has changed: three clicks on “one more” are three more', async () => {
  document.body.innerHTML =
    '<div><form><input name="n" value="1"><button type="button">More</button></form></div>';
  const island = document.querySelector('div')!;
  const field = document.querySelector('input')!;
  const button = document.querySelector('button')!;
  let awake = () => {};
  const hydrate = async () =>
    button.addEventListener('click', () => {
      field.value = String(Number(field.value) + 1);
    });
  const load = () =>
    new Promise<() => Promise<void>>((resolve) => {
      awake = () => resolve(hydrate);
    });
  intent(load, { name: 'intent', value: 'true' }, island);
  for (let click = 0; click < 3; click += 1) button.click();
  awake();
  await vi.waitFor(() => expect(field.value).toBe('4'));
});

describe('an island whose script does not come', () => {
  const fold = '<details><summary>Several at once</summary></details><input type="checkbox">';
  const said = 'This part could not be loaded.';
  const clicks = (selector: string) => document.querySelector<HTMLElement>(selector)!.click();
  const own = () => document.querySelector('.intent-lost')?.textContent;

  /** @returns the island and its mocks; after `come()`, its script loads */
  function open() {
    document.body.innerHTML = `<div id="live" data-lost="${said}"></div><main>${fold}</main>`;
    const island = document.querySelector('main')!;
    let isLost = true;
    const hydrate = vi.fn(async () => {});
    const load = vi.fn(async () => {
      if (isLost) island.dispatchEvent(new Event('astro:hydration-error'));
      return hydrate;
    });
    intent(load, { name: 'intent', value: 'true' }, island);
    const come = () => {
      isLost = false;
    };
    return { island, load, hydrate, come };
  }

  test.each([
    ['opened a fold', 'summary'],
    ['changed a field', 'input'],
  ])('is told of once to whoever has %s, and wakes when that is done again', async (_, selector) => {
    const { load, hydrate, come } = open();
    clicks(selector);
    await vi.waitFor(() =>
      expect([own(), document.getElementById('live')!.textContent]).toEqual([said, said]),
    );
    await vi.waitFor(() => expect(load).toHaveBeenCalledOnce());
    clicks(selector);
    await vi.waitFor(() => expect(load).toHaveBeenCalledTimes(2));
    expect(document.querySelectorAll('.intent-lost')).toHaveLength(1);
    come();
    await vi.waitFor(() => {
      clicks(selector);
      expect(hydrate).toHaveBeenCalledOnce();
    });
    expect(own()).toBeUndefined();
  });

  test('is no news in a form that goes somewhere by itself', async () => {
    const { island, load } = open();
    island.innerHTML = '<form action="/search"><input></form>';
    island.querySelector('input')!.dispatchEvent(new Event('change', { bubbles: true }));
    await vi.waitFor(() => expect(load).toHaveBeenCalledOnce());
    await load.mock.results[0]!.value;
    await Promise.resolve();
    expect(own()).toBeUndefined();
  });

  test('is no news to who only came near', async () => {
    const { island, load } = open();
    island.dispatchEvent(new Event('pointerenter'));
    await vi.waitFor(() => expect(load).toHaveBeenCalledOnce());
    await load.mock.results[0]!.value;
    expect(own()).toBeUndefined();
    // The shopper opens the fold while the script loads.
    island.dispatchEvent(new Event('pointerenter'));
    clicks('summary');
    await vi.waitFor(() => expect(own()).toBe(said));
  });
});

describe('adds that wait for their island', () => {
  const form = `<form id="buy">
    <input type="radio" name="glaze" value="sage" checked><input type="radio" name="glaze" value="oat">
    <input name="quantity" value="1"><button type="submit">Add</button><button type="submit" name="buy-now">Buy</button>
  </form><button type="submit" form="buy">Add, at the foot of the window</button>`;
  const neverCome = () => new Promise<() => Promise<void>>(() => {});

  /** Loads the page. @returns its controls, and the lines it adds once the island hydrates */
  function open(type = 'reload', html = form) {
    vi.spyOn(performance, 'getEntriesByType').mockReturnValue([{ type } as PerformanceNavigationTiming]);
    document.body.innerHTML = `<main>${html}</main>`;
    const island = document.querySelector('main')!;
    const [sage, oat, quantity] = document.querySelectorAll('input');
    const [add, buy, foot] = document.querySelectorAll('button');
    const added: string[] = [];
    let come = () => {};
    const hydrate = async () => {
      island.addEventListener('submit', (event) => event.preventDefault());
      for (const button of [add, foot])
        button?.addEventListener('click', () =>
          added.push(`${quantity!.value} ${oat!.checked ? 'oat' : 'sage'}`),
        );
    };
    const load = vi.fn(
      () =>
        new Promise<() => Promise<void>>((resolve) => {
          come = () => resolve(hydrate);
        }),
    );
    intent(load, { name: 'intent', value: { adds: true } as never }, island);
    /** Hydrates the island and returns the lines that this page has added. */
    const addedHere = async () => {
      come();
      await new Promise((resolve) => setTimeout(resolve));
      return added;
    };
    return {
      island,
      sage: sage!,
      oat: oat!,
      quantity: quantity!,
      add: add!,
      buy: buy!,
      foot: foot!,
      load,
      addedHere,
    };
  }

  beforeEach(() => sessionStorage.clear());
  afterEach(() => {
    vi.restoreAllMocks();
    vi.unstubAllGlobals();
  });

  test('a reload repeats them, each with its fields, until the island is there [BAG-01]', async () => {
    const before = open();
    before.quantity.value = '2';
    before.add.click();
    before.oat.checked = true;
    before.quantity.value = '1';
    before.add.click();
    expect(open().add.getAttribute('aria-busy')).toBe('true');
    const after = open();
    expect(after.load).toHaveBeenCalledOnce();
    expect(await after.addedHere()).toEqual(['2 sage', '1 oat']);
    const last = open();
    expect(last.load).not.toHaveBeenCalled();
    expect(await last.addedHere()).toEqual([]);
  });

  test('the same button at the foot of a phone’s window waits as well [BAG-01]', async () => {
    open().foot.click();
    expect(await open().addedHere()).toEqual(['1 sage']);
  });

  test('nothing else is repeated: what buys, what another way to the page finds, what cannot be read', async () => {
    open().buy.click();
    expect(open().load).not.toHaveBeenCalled();
    open().add.click();
    expect(open('navigate').load).not.toHaveBeenCalled();
    sessionStorage.setItem('held_adds', '{');
    expect(open().load).not.toHaveBeenCalled();
    vi.stubGlobal('sessionStorage', null);
    open().add.click();
    expect(open().load).not.toHaveBeenCalled();
  });

  test('a product that is sold out meanwhile is not added, nor when it is back [BAG-01]', () => {
    open().add.click();
    expect(open('reload', '<form id="buy"></form>').load).not.toHaveBeenCalled();
    expect(open().load).not.toHaveBeenCalled();
  });

  test('clicks left behind do not come with the reload of a later visit [BAG-01]', () => {
    open('navigate').add.click();
    open('navigate');
    expect(open().load).not.toHaveBeenCalled();
  });

  test('clicks that the shopper was shown as failed do not come with a reload [BAG-01]', async () => {
    const { add, island, addedHere } = open('navigate');
    add.click();
    add.click();
    island.dispatchEvent(new Event('astro:hydration-error', { bubbles: true }));
    await addedHere();
    expect(open().load).not.toHaveBeenCalled();
  });

  test('a click that waits has the bag fetched meanwhile, one after that does not', async () => {
    const wake = vi.fn();
    addEventListener('hydrate:bag', wake);
    const { add, addedHere } = open('navigate');
    expect(wake).not.toHaveBeenCalled();
    add.click();
    expect(wake).toHaveBeenCalledOnce();
    await addedHere();
    add.click();
    expect(wake).toHaveBeenCalledOnce();
    removeEventListener('hydrate:bag', wake);
  });

  test('an island without adds stores nothing', () => {
    document.body.innerHTML = `<main>${form}</main>`;
    intent(neverCome, { name: 'intent', value: 'true' }, document.querySelector('main')!);
    document.querySelector('button')!.click();
    expect(sessionStorage).toHaveLength(0);
  });
});
