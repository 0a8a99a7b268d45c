// @vitest-environment happy-dom
import { render } from '@testing-library/react';
import { expect, test } from 'vitest';
import { TextsContext, useTexts } from '#islands/use-texts.ts';

const table = { city: 'City', payNow: 'Pay {total}' } as const;
const seen: object[] = [];

function Part() {
  const words = useTexts(table);
  seen.push(words);
  return `${words.city} ${words.text('payNow', { total: '5' })}`;
}

test('parts of an island show the page’s language, and English where it has no text [I18N-03]', () => {
  const texts = { city: 'Ort' };
  const page = (
    <TextsContext value={texts}>
      <Part />
      <Part />
    </TextsContext>
  );
  expect(render(page).container.textContent).toBe('Ort Pay 5Ort Pay 5');
  // Created once, even for a form with many fields.
  expect(new Set(seen).size).toBe(1);
  expect(render(<Part />).container.textContent).toBe('City Pay 5');
});
