// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { queueAdds } from '#client/queued-adds.ts';

const html = `<astro-island ssr><form id="buy">
  <input type="radio" name="glaze" value="sage" checked><input type="radio" name="glaze" value="oat">
  <input name="quantity" value="1"><button type="submit">Add</button><button type="submit" name="buy-now">Buy</button>
</form><button type="submit" form="buy">Add, at the foot of the window</button></astro-island>`;

/** Loads the page. @returns what is pressed, as an island that is asleep would hold it */
function open(type = 'reload') {
  vi.spyOn(performance, 'getEntriesByType').mockReturnValue([{ type } as PerformanceNavigationTiming]);
  document.body.innerHTML = html;
  const form = document.querySelector('form')!;
  const [sage, oat, quantity] = form.querySelectorAll('input');
  const [add, buy] = form.querySelectorAll('button');
  const held: string[] = [];
  form.addEventListener('submit', (event) => event.preventDefault());
  add!.addEventListener('click', () => held.push(`${quantity!.value} ${oat!.checked ? 'oat' : 'sage'}`));
  queueAdds(form);
  dispatchEvent(new Event('DOMContentLoaded'));
  return { sage: sage!, oat: oat!, quantity: quantity!, add: add!, buy: buy!, held };
}

beforeEach(() => sessionStorage.clear());
afterEach(() => vi.restoreAllMocks());

test('a page that is loaded again presses what waited, each with its fields, until it is awake [BAG-01]', () => {
  const before = open();
  before.quantity.value = '2';
  before.add.click();
  before.oat.checked = true;
  before.quantity.value = '1';
  before.add.click();
  expect(open().held).toEqual(['2 sage', '1 oat']);
  const after = open();
  expect(after.held).toEqual(['2 sage', '1 oat']);
  // Awake: what is replayed is done.
  document.querySelector('astro-island')!.removeAttribute('ssr');
  after.add.click();
  expect(open().held).toEqual([]);
});

test('the same button at the foot of a phone’s window waits as well [BAG-01]', () => {
  open();
  document.querySelector<HTMLElement>('[form=buy]')!.click();
  expect(open().held).toEqual(['1 sage']);
});

test('nothing else is pressed again: what buys, what another way to the page finds, what nothing can be read of', () => {
  open().buy.click();
  expect(open().held).toEqual([]);
  open().add.click();
  expect(open('navigate').held).toEqual([]);
  sessionStorage.setItem('held_adds', '{');
  expect(open().held).toEqual([]);
  vi.stubGlobal('sessionStorage', null);
  open().add.click();
  expect(open().held).toEqual([]);
  vi.unstubAllGlobals();
});

test('presses left behind do not come with the reload of a later visit [BAG-01]', () => {
  open('navigate').add.click();
  expect(open('navigate').held).toEqual([]);
  expect(open().held).toEqual([]);
});

test('presses that the shopper was told are lost do not come with a reload [BAG-01]', () => {
  const { add } = open('navigate');
  const lose = (island: Element) =>
    island.dispatchEvent(new Event('astro:hydration-error', { bubbles: true }));
  add.click();
  add.click();
  lose(document.querySelector('astro-island')!);
  expect(open().held).toEqual([]);
  // The loss of another part is not theirs.
  open('navigate').add.click();
  lose(document.body.appendChild(document.createElement('astro-island')));
  expect(open().held).toEqual(['1 sage']);
});

test('a press that waits has the bag fetched meanwhile, one that is heard does not', () => {
  const wake = vi.fn();
  addEventListener('wake:bag', wake);
  const { add } = open('navigate');
  expect(wake).not.toHaveBeenCalled();
  add.click();
  expect(wake).toHaveBeenCalledOnce();
  document.querySelector('astro-island')!.removeAttribute('ssr');
  add.click();
  expect(wake).toHaveBeenCalledOnce();
  removeEventListener('wake:bag', wake);
});
