// @vitest-environment happy-dom
/** The list of logged-in devices, and logging one of them out. */
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { renderToString } from 'react-dom/server';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Logins } from '#islands/account/Logins.tsx';

const here = {
  ...{ id: 'a'.repeat(16), device: 'Firefox, Windows', is_current: true },
  ...{ created_at: Date.UTC(2026, 9, 1), used_at: Date.UTC(2026, 10, 27) },
};
const there = { ...here, id: 'b'.repeat(16), device: '', is_current: false };

const called: string[] = [];
let answer: object;
beforeEach(() => {
  called.length = 0;
  document.body.innerHTML = '<div id="live"></div>';
  vi.stubGlobal('fetch', async (path: string, { method }: RequestInit) => {
    called.push(`${method} ${path}`);
    return Response.json(answer);
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const live = () => document.getElementById('live')?.textContent;

test('the server writes every device with its last use; the own one has no button [T15]', () => {
  const html = renderToString(<Logins saved={[here, there]} />);
  expect(html).toContain('Firefox, Windows');
  expect(html).toContain('Unknown device');
  expect(html.match(/Last used/g)).toHaveLength(2);
  expect(html).toContain('2026-11-27');
  expect(html.match(/<button/g)).toHaveLength(1);
  expect(html).toContain('This device');
});

test('ending a login takes it off the list, names it, and moves the focus to the title [T15]', async () => {
  render(<Logins saved={[here, there]} />);
  answer = { code: 0, msg: '', data: { logins: [here] } };
  const button = screen.getByRole('button', { name: 'Log out Unknown device' });
  button.focus();
  fireEvent.click(button);
  await waitFor(() => expect(screen.queryByRole('button')).toBeNull());
  expect(called).toEqual([`DELETE /api/v1/storefront/customer/logins/${there.id}`]);
  expect(live()).toBe('Unknown device is logged out.');
  expect(document.activeElement).toBe(screen.getByRole('heading'));
});

test('a login that cannot be ended stays, and the reason is shown and read out [T15]', async () => {
  render(<Logins saved={[here, there]} />);
  answer = { code: 10404, msg: 'There is no such login in your account.', data: null };
  fireEvent.click(screen.getByRole('button'));
  await waitFor(() => expect(live()).toBe('There is no such login in your account.'));
  expect(screen.getAllByRole('listitem')).toHaveLength(2);
  expect(screen.getAllByText('There is no such login in your account.').length).toBeGreaterThan(1);
});
