// @vitest-environment happy-dom
import { act, cleanup, render } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import Reviews from '#islands/reviews/Reviews.tsx';

vi.mock('../../../../src/islands/reviews/ReviewForm.tsx', () => {
  throw new Error('lost');
});
vi.mock('#client/loading/load-stylesheet.ts', () => ({ loadStylesheet: async () => {} }));

afterEach(cleanup);

test('a form that does not come is said again each time it is asked for', async () => {
  const lost = 'This part could not be loaded.';
  document.body.innerHTML = `<div id="live" data-lost="${lost}"></div>`;
  const container = document.body.appendChild(document.createElement('section'));
  render(<Reviews productId={7} counts={[0, 0, 0, 0, 0]} hasMore={false} />, { container });
  const button = document.querySelector<HTMLElement>('.reviews-summary button')!;
  const live = document.getElementById('live')!;
  const said = () => live.textContent?.trim();
  for (const _ of ['first', 'second']) {
    live.textContent = '';
    await act(async () => button.click());
    await vi.waitFor(() => expect(said()).toBe(lost));
    expect(document.querySelector('[data-lost].field-error')!.textContent).toBe(lost);
    expect(button.getAttribute('aria-busy')).toBeNull();
  }
});
