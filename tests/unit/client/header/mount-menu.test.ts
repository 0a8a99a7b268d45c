// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest';
import { mountMenu } from '#client/header/mount-menu.ts';

const level = '<details id="inner"><summary>Mugs</summary></details>';
const markup = (columns = '') =>
  `<header class="${columns}"><nav id="menu"><ul><li>
    <details id="outer" name="header"><summary>Table</summary>${level}</details>
  </li></ul></nav></header>`;

function open(...ids: string[]): string[] {
  // happy-dom lacks this property.
  for (const all of document.querySelectorAll('details')) all.name = all.getAttribute('name') ?? '';
  for (const id of ids) document.querySelector<HTMLDetailsElement>(`#${id}`)!.open = true;
  mountMenu(document.querySelector('header')!);
  return [...document.querySelectorAll('details')].filter((all) => all.open).map(({ id }) => id);
}

/** Simulates a wide or narrow screen without hover. */
const layout = (isWide: boolean) =>
  vi.stubGlobal('matchMedia', (query: string) => ({ matches: isWide && !query.includes('hover') }));

afterEach(() => {
  vi.unstubAllGlobals();
  document.body.innerHTML = '';
});

test.each([true, false])('leaves open what was opened before it came (wide: %s)', (isWide) => {
  layout(isWide);
  document.body.innerHTML = markup();
  expect(open('outer', 'inner')).toEqual(['outer', 'inner']);
});

test('opens the third level of columns, and of levels that take each other’s place, and of nothing else [MENU-21]', () => {
  layout(true);
  document.body.innerHTML = markup('header-columns');
  expect(open()).toEqual(['inner']);
  layout(false);
  document.body.innerHTML = markup('header-columns');
  expect(open()).toEqual([]);
  document.body.innerHTML = markup('header-columns menu-drills');
  expect(open()).toEqual(['inner']);
  document.body.innerHTML = markup('header-columns menu-unfolds');
  expect(open()).toEqual([]);
  layout(true);
  document.body.innerHTML = markup('header-list menu-drills');
  expect(open()).toEqual([]);
});
