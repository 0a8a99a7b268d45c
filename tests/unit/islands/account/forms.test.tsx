// @vitest-environment happy-dom
/** The errors that the account's forms show, and their fields. */
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import Login from '#islands/account/Login.tsx';
import { NewPassword } from '#islands/account/NewPassword.tsx';
import Register from '#islands/account/Register.tsx';
import { loginPageTexts } from '#islands/account/texts.ts';
import { createTexts } from '#lib/messages/format.ts';

const sent: object[] = [];
let answer: object;

beforeEach(() => {
  sent.length = 0;
  document.body.innerHTML = '<div id="live"></div>';
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    // A login also syncs the device's wishlist, which is empty here.
    if (path.includes('wishlist')) return Response.json({ code: 10404, msg: '', data: null });
    sent.push(JSON.parse(String(init.body)));
    return Response.json(answer);
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const input = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
const type = (label: string, value: string) => fireEvent.change(input(label), { target: { value } });
const submit = () => fireEvent.submit(document.querySelector('form')!);
/** Returns a field's description: its message and its hint. */
const description = (label: string) =>
  (input(label).getAttribute('aria-describedby') ?? '')
    .split(' ')
    .map((id) => document.getElementById(id)?.textContent)
    .join(' ');
const live = () => document.getElementById('live')?.textContent;

test('a new account: each wrong field shows its message, the first of them has the focus, and nothing is sent [ACCT-09, VAL-01, VAL-02]', () => {
  render(<Register texts={{}} search="" />);
  submit();
  expect(document.activeElement).toBe(input('Email'));
  expect(description('Email')).toBe("Email can't be blank");
  expect(description('Password')).toContain("Password can't be blank");
  expect(live()).toBe("Email can't be blank");
  type('Email', 'ada@nowhere');
  type('Password', 'salt');
  submit();
  expect(description('Email')).toBe('Please enter a valid email address');
  expect(description('Password')).toContain('Password must be 6 to 20 characters');
  type('Email', 'ada@example.com');
  submit();
  expect(description('Email')).toBe('');
  expect(document.activeElement).toBe(input('Password'));
  expect(sent).toEqual([]);
});

test('a new account: the name is marked as optional [ACCT-09]', () => {
  render(<Register texts={{}} search="" />);
  expect([input('First name optional').name, input('Last name optional').name]).toEqual([
    'first_name',
    'last_name',
  ]);
});

test('a new account: an error of the shop shows at its field [ACCT-09]', async () => {
  render(<Register texts={{}} search="" />);
  type('Email', ' ada@example.com ');
  type('Password', 'dragon');
  answer = { code: 10001, msg: 'bad', data: null };
  submit();
  await waitFor(() => expect(description('Password')).toContain('too common'));
  await waitFor(() => expect(document.activeElement).toBe(input('Password')));
  answer = { code: 20001, msg: 'There is an account with this email already.', data: null };
  submit();
  await waitFor(() => expect(description('Email')).toBe('There is an account with this email already.'));
  await waitFor(() => expect(document.activeElement).toBe(input('Email')));
  expect(sent).toHaveLength(2);
  expect(sent[1]).toMatchObject({ email: 'ada@example.com', password: 'dragon' });
});

test('a password is shown while its button is pressed in, and kept by password managers as a new one', () => {
  render(<Register texts={{}} search="" />);
  expect([input('Password').type, input('Password').autocomplete]).toEqual(['password', 'new-password']);
  const button = screen.getByRole('button', { name: /Show/ });
  expect(button.getAttribute('aria-pressed')).toBe('false');
  fireEvent.click(button);
  expect([input('Password').type, button.getAttribute('aria-pressed')]).toEqual(['text', 'true']);
});

test('a new password: one that is too short shows its error at the field; a link that has ended shows it below', async () => {
  render(<NewPassword texts={createTexts(loginPageTexts, {})} code="c" />);
  type('New password', 'salt');
  submit();
  expect(description('New password')).toContain('Password must be 6 to 20 characters');
  expect(sent).toEqual([]);
  type('New password', 'tide-or-salt');
  answer = { code: 10404, msg: 'This link is no longer valid.', data: null };
  submit();
  await screen.findByText('This link is no longer valid.');
  expect(sent).toEqual([{ code: 'c', password: 'tide-or-salt' }]);
});

describe('a form that was sent', () => {
  const login = () => {
    render(<Login texts={{}} search="" />);
    type('Email', "o'brien@example.com");
    type('Password', 'tide-and-salt');
  };
  const button = () => screen.getByRole('button', { name: 'Log in' });
  const isBusy = () => button().getAttribute('aria-busy') === 'true';

  test('is usable again after an error that nobody foresaw, and says so [CR-5]', async () => {
    document.getElementById('live')!.dataset.lost = 'This could not be loaded.';
    vi.spyOn(location, 'assign').mockImplementationOnce(() => {
      throw new Error('no such page');
    });
    login();
    answer = { code: 0, msg: '', data: { token: 't', email: 'e' } };
    submit();
    expect(isBusy()).toBe(true);
    await screen.findByText('This could not be loaded.', { selector: '.field-error' });
    expect(isBusy()).toBe(false);
    expect(live()).toBe('This could not be loaded.');
    expect(input('Password').value).toBe('tide-and-salt');
    answer = { code: 20002, msg: 'Wrong email or password.', data: null };
    submit();
    await screen.findByText('Wrong email or password.');
    expect(screen.queryByText('This could not be loaded.', { selector: '.field-error' })).toBeNull();
  });

  test('is usable again when the browser’s back button shows it as it was left [CR-5]', async () => {
    const assign = vi.spyOn(location, 'assign').mockReturnValue();
    login();
    answer = { code: 0, msg: '', data: { token: 't', email: 'e' } };
    submit();
    await waitFor(() => expect(assign).toHaveBeenCalledOnce());
    expect(isBusy()).toBe(true);
    act(() => void dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true })));
    expect(isBusy()).toBe(false);
    submit();
    await waitFor(() => expect(assign).toHaveBeenCalledTimes(2));
  });
});
