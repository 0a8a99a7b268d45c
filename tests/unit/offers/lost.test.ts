// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

const lost = 'This part could not be loaded.';
const script = vi.hoisted(() => ({ isLost: true, asked: 0, mounted: [] as Element[] }));
vi.mock('#client/when-near.ts', () => ({
  whenNear: (_: Element, act: () => void) => act(),
}));
for (const file of ['set', 'variants-table', 'saving']) {
  vi.doMock(`../../../src/islands/offers/${file}.ts`, () => {
    script.asked += 1;
    if (script.isLost) throw new Error('lost');
    const mount = async (offer: Element) => void script.mounted.push(offer);
    return { mountSet: mount, mountTable: mount, mountSaving: () => {} };
  });
}

const sums = () => [...document.querySelectorAll('.set-sum')].map(({ textContent }) => textContent);

beforeEach(() => {
  Object.assign(script, { isLost: true, asked: 0, mounted: [] });
  document.body.innerHTML = `<form id="buy"></form><p id="saving"></p>
    <section data-set="1"><p class="set-sum"></p><button data-add-set>Add the set</button></section>
    <details data-table="2" open><summary></summary><p class="set-sum"></p></details>
    <div id="live" data-lost="${lost}"></div>`;
});
afterEach(() => vi.resetModules());

test('an offer whose script is lost, twice, says so, and a click in it tries again', async () => {
  const { startOffers } = await import('#islands/offers/start.ts');
  startOffers();
  await vi.waitFor(() => expect(sums()).toEqual([lost, lost]));
  expect(document.getElementById('live')?.textContent).toContain(lost);
  expect(document.getElementById('saving')?.textContent).toBe('');
  expect(script.mounted).toEqual([]);
  script.isLost = false;
  document.querySelector('button')!.click();
  await vi.waitFor(() => expect(script.mounted.map(({ tagName }) => tagName)).toEqual(['SECTION']));
  document.querySelector('details')!.click();
  await vi.waitFor(() =>
    expect(script.mounted.map(({ tagName }) => tagName)).toEqual(['SECTION', 'DETAILS']),
  );
});
