// @vitest-environment happy-dom
import { beforeEach, describe, expect, test, vi } from 'vitest';
import {
  type SubscribeState,
  storedUtmTerm,
  subscribeToNewsletter,
} from '#islands/newsletter/Newsletter.tsx';
import { defaultTexts } from '#lib/messages/default.ts';
import { footerSourceType, popupSourceType, sectionSourceType } from '#lib/newsletter/source-type.ts';

beforeEach(() => localStorage.clear());

async function send(email: string, answer: object = { code: 0, msg: '', data: { code: '' } }) {
  const states: SubscribeState[] = [];
  const call = vi.fn(async () => answer);
  await subscribeToNewsletter(call as never, { email, sourceType: 2, texts: defaultTexts }, (state) =>
    states.push(state),
  );
  return { states, call };
}

describe('the newsletter’s button', () => {
  test('is loading while the request runs, then says thank you [NEWS-03, NEWS-04]', async () => {
    const { states } = await send('ada@example.com');
    expect(states).toEqual([
      { kind: 'loading' },
      { kind: 'done', message: 'Thank you for subscribing!', code: '' },
    ]);
  });
  test('shows the server’s words after a failure [NEWS-05]', async () => {
    const { states } = await send('ada@example.com', { code: 10429, msg: 'Too many tries', data: null });
    expect(states.at(-1)).toEqual({ kind: 'failed', message: 'Too many tries' });
  });
  test('shows invalidEmailMsg for what is no address, and sends nothing [NEWS-06]', async () => {
    for (const email of ['', ' ', 'a@b', 'a+b@c.com']) {
      const { states, call } = await send(email);
      expect(states).toEqual([{ kind: 'failed', message: defaultTexts.invalidEmailMsg }]);
      expect(call).not.toHaveBeenCalled();
    }
  });
  test('sends e-mail, source_type and the session’s utm_term [NEWS-07, NEWS-08]', async () => {
    localStorage.setItem('session_data', JSON.stringify({ session_id: 's', utm_term: 'linen throw' }));
    const { call } = await send(' ada@example.com ');
    const body = { email: 'ada@example.com', source_type: 2, utm_term: 'linen throw' };
    expect(call).toHaveBeenCalledExactlyOnceWith('POST /api/v1/customer/subscribe', { body });
  });
});

test('utm_term is empty without a session, a term, or anything readable [NEWS-08]', () => {
  expect(storedUtmTerm()).toBe('');
  for (const stored of ['{}', '{"utm_term":null}', 'null', '{nope', '[]']) {
    localStorage.setItem('session_data', stored);
    expect(storedUtmTerm()).toBe('');
  }
});

test('each box says where it stands [NEWS-09, NEWS-10]', () => {
  expect([popupSourceType, footerSourceType]).toEqual([1, 2]);
  expect((['home', 'detail', 'collections', 'customize'] as const).map(sectionSourceType)).toEqual([
    3, 8, 9, 10,
  ]);
});
