import { expect, test } from 'vitest';
import { stateSelector } from '#client/style-states.ts';

test('a state of a selector can be shown without the pointer or the keyboard that brings it', () => {
  expect(stateSelector('.button:hover')).toBe('.button[data-state="hover"]');
  expect(stateSelector('a:focus-visible, .option input:hover + span')).toBe(
    'a[data-state="focus"], .option input[data-state="hover"] + span',
  );
  expect(stateSelector('.button:disabled')).toBeNull();
});
