// @vitest-environment happy-dom
/** Clicks and changes before the page's scripts have loaded. */
import { expect, test } from 'vitest';
import { earlyTargets } from '#client/intent/click-replay.ts';
import '#client/inline/deferred-scripts.ts';

test('each script reads the events of its own element, after any number of others, whoever has read them before', () => {
  document.body.innerHTML =
    '<main><button>Other</button><p class="heart"><i></i></p></main><form id="filters"></form><input form="filters">';
  const main = document.querySelector('main')!;
  const form = document.querySelector('form')!;
  const [button, heart] = [document.querySelector('button')!, document.querySelector('i')!];
  for (let click = 0; click < 25; click += 1) button.click();
  heart.click();
  document.querySelector('input')!.dispatchEvent(new Event('change', { bubbles: true }));
  expect(earlyTargets('click', main)).toHaveLength(26);
  expect(earlyTargets('click', document.querySelector('.heart')!)).toEqual([heart]);
  expect(earlyTargets('click', button)).toHaveLength(25);
  // An input with a `form` attribute belongs to that form.
  expect(earlyTargets('change', form)).toEqual([document.querySelector('input')]);
  expect(earlyTargets('click', form)).toEqual([]);
});
