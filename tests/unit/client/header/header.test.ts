// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { mountNotice } from '#client/header/header.ts';
import { mountSearchForms, searchId } from '#client/header/search-form.ts';
import { hasLogin } from '#client/login/login-sign.ts';
import { isEditMode } from '#lib/pages/edit-mode.ts';
import { isNoticeAboveHeader } from '#lib/theme/header-view.ts';

beforeEach(() => {
  localStorage.clear();
  document.body.innerHTML = '';
});

describe('the notice bar', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  test('navigates 200 ms after the click [HDR-30]', () => {
    document.body.innerHTML = '<aside><a href="https://shop.example/pages/shipping"><b>Free</b></a></aside>';
    const go = vi.fn();
    mountNotice(document.querySelector('aside')!, go);
    const isNative = document
      .querySelector('b')!
      .dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }));
    expect(isNative).toBe(false);
    vi.advanceTimersByTime(199);
    expect(go).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(go).toHaveBeenCalledExactlyOnceWith('https://shop.example/pages/shipping');
  });

  test('leaves a click that opens a new tab to the browser', () => {
    document.body.innerHTML = '<aside><a href="/pages/shipping">Free</a></aside>';
    const go = vi.fn();
    mountNotice(document.querySelector('aside')!, go);
    const click = new MouseEvent('click', { bubbles: true, cancelable: true, ctrlKey: true });
    expect(document.querySelector('a')!.dispatchEvent(click)).toBe(true);
    vi.advanceTimersByTime(1000);
    expect(go).not.toHaveBeenCalled();
  });

  test('stands above the header on five page types, inside it on all others [HDR-28]', () => {
    const top = ['home', 'detail', 'promotions', 'collections', 'cart'] as const;
    const inside = ['search', 'blogs', 'customize', 'logistics', 'info', 'login', '404'] as const;
    expect(top.map(isNoticeAboveHeader)).toEqual(top.map(() => true));
    expect(inside.map(isNoticeAboveHeader)).toEqual(inside.map(() => false));
  });

  test('the editor is told by edit with any value but false and 0 [HDR-29]', () => {
    expect(['?edit', '?edit=true', '?a=1&edit=x'].map(isEditMode)).toEqual([true, true, true]);
    expect(['', '?edit=false', '?edit=0', '?edition=1'].map(isEditMode)).toEqual([
      false,
      false,
      false,
      false,
    ]);
  });
});

describe('a search form', () => {
  function form(text: string) {
    document.body.innerHTML = `<form data-search action="/search"><input type="hidden" name="type" value="product">
      <input type="hidden" name="oid" disabled><input name="q"></form>`;
    mountSearchForms();
    const element = document.querySelector('form')!;
    element.querySelector<HTMLInputElement>('[name=q]')!.value = text;
    const goes = element.dispatchEvent(new SubmitEvent('submit', { cancelable: true }));
    return { goes, query: new URLSearchParams([...new FormData(element)] as [string, string][]).toString() };
  }

  test('sends type, oid and the trimmed text, in that order [SRCH-07, SRCH-08]', () => {
    const { goes, query } = form('  table & lamp ');
    expect(goes).toBe(true);
    expect(query).toBe(`type=product&oid=${searchId()}&q=table+%26+lamp`);
  });
  test('does not navigate for blank text [SRCH-07]', () => {
    expect(form('   ').goes).toBe(false);
  });
  test('the oid is random, stays the same, and is no client_id [SRCH-08]', () => {
    localStorage.setItem('client_id', 'c-1');
    const first = searchId();
    expect(first.length).toBeGreaterThan(20);
    expect(searchId()).toBe(first);
    expect(localStorage.getItem('oid')).toBe(first);
    expect(first).not.toBe('c-1');
  });
});

test('a login is told by the stored token or its cookie', () => {
  expect(hasLogin()).toBe(false);
  localStorage.setItem('frontToken', 'abc');
  expect(hasLogin()).toBe(true);
  localStorage.clear();
  document.cookie = 'token=abc';
  expect(hasLogin()).toBe(true);
  document.cookie = 'token=; max-age=0';
});
