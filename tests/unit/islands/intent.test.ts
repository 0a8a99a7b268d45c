// @vitest-environment happy-dom
import { describe, expect, test, vi } from 'vitest';
import intent from '#client/intent/directive.ts';

test('leaves a picture chosen while the island wakes as it is, and replays the click', async () => {
  document.body.innerHTML = '<div><form><input type="file"><button type="button">Add</button></form></div>';
  const island = document.querySelector('div')!;
  const field = document.querySelector('input')!;
  const button = document.querySelector('button')!;
  const set = vi.fn();
  let value = '';
  // As browsers have it: only emptying is allowed, and it forgets the file.
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

  /** @returns what brings its script from now on */
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
    // Opened while it was on its way.
    island.dispatchEvent(new Event('pointerenter'));
    clicks('summary');
    await vi.waitFor(() => expect(own()).toBe(said));
  });
});
