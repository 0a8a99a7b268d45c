// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { $bagView, closeBag, openBag, openThrottle } from '#client/bag/bag-view.ts';
import {
  errorModalDuration,
  moveToastIntoModal,
  openErrorModal,
  showToast,
} from '#islands/adding/notices.tsx';

beforeEach(() => {
  vi.useFakeTimers();
  document.body.innerHTML = '<main id="main"><button>Add</button></main><div id="live"></div>';
});
afterEach(() => {
  vi.useRealTimers();
});

test('the drawer opens at most once in 300 ms, and wakes its island [BAG-32, ADD-04]', () => {
  const woken = vi.fn();
  addEventListener('hydrate:bag', woken);
  openBag('drawer', 1000);
  closeBag();
  openBag('drawer', 1000 + openThrottle - 1);
  expect($bagView.get()).toBe('closed');
  openBag('drawer', 1000 + openThrottle);
  expect([$bagView.get(), woken.mock.calls.length, openThrottle]).toEqual(['drawer', 2, 300]);
});

test('a drawer closed and asked for again within 300 ms opens once they are over [BAG-32]', () => {
  openBag('drawer', 5000);
  closeBag();
  openBag('drawer', 5100);
  openBag('drawer', 5200);
  vi.advanceTimersByTime(99);
  expect($bagView.get()).toBe('closed');
  vi.advanceTimersByTime(1);
  expect($bagView.get()).toBe('drawer');
  // A bag that is already open is not opened again later if it was closed meanwhile.
  openBag('drawer', 5400);
  closeBag();
  vi.advanceTimersByTime(openThrottle);
  expect($bagView.get()).toBe('closed');
});

describe('a toast', () => {
  const toast = () => document.querySelector<HTMLElement>('.toast');
  const isOver = () => toast()?.classList.contains('toast-over');

  test('stays 2000 ms if nobody says how long, then fades out for 200 ms [ADD-12, ADD-13, ADD-14]', () => {
    showToast('Added');
    vi.advanceTimersByTime(1999);
    expect(isOver()).toBe(false);
    vi.advanceTimersByTime(1);
    expect(isOver()).toBe(true);
    vi.advanceTimersByTime(199);
    expect(toast()).not.toBeNull();
    vi.advanceTimersByTime(1);
    expect(toast()).toBeNull();
  });

  test('waits while it is hovered or focused by keyboard [ADD-26]', () => {
    showToast('Added', { lasts: 1000, link: { href: '/cart', text: 'View bag' } });
    const way = toast()!.querySelector('a')!;
    vi.spyOn(way, 'matches').mockReturnValue(true);
    toast()!.dispatchEvent(new Event('pointerenter'));
    vi.advanceTimersByTime(10_000);
    way.dispatchEvent(new Event('focusin', { bubbles: true }));
    toast()!.dispatchEvent(new Event('pointerleave'));
    vi.advanceTimersByTime(10_000);
    expect(isOver()).toBe(false);
    way.dispatchEvent(new Event('focusout', { bubbles: true }));
    vi.advanceTimersByTime(999);
    expect(isOver()).toBe(false);
    vi.advanceTimersByTime(1);
    expect(isOver()).toBe(true);
  });

  test('of an error has another picture than one of success [ADD-15, ADD-17]', () => {
    const shapes = (['success', 'error'] as const).map((type) => {
      showToast('Words', { type });
      expect(toast()?.className).toBe(`toast toast-${type}`);
      return toast()?.querySelector('svg path')?.getAttribute('d');
    });
    expect(shapes[0]).toBeTruthy();
    expect(shapes[1]).toBeTruthy();
    expect(shapes[0]).not.toBe(shapes[1]);
    expect(document.querySelectorAll('.toast')).toHaveLength(1);
  });

  test('stands inside the modal that is open, where it can be reached', () => {
    const modal = document.createElement('dialog');
    document.body.append(modal);
    modal.showModal();
    showToast('Full');
    expect(toast()?.parentElement).toBe(modal);
    modal.close();
    showToast('Full');
    expect(toast()?.parentElement?.id).toBe('main');
  });

  test('moves into a modal that opens after it, and has its whole time there', async () => {
    showToast('Added', { lasts: 1000 });
    vi.advanceTimersByTime(900);
    const modal = document.createElement('dialog');
    document.body.append(modal);
    modal.showModal();
    moveToastIntoModal();
    await vi.advanceTimersByTimeAsync(999);
    expect([toast()?.parentElement, isOver()]).toEqual([modal, false]);
    vi.advanceTimersByTime(1);
    expect(isOver()).toBe(true);
  });

  test('is mounted by React with the first message, and follows where the page’s content is replaced', () => {
    expect(toast()).toBeNull();
    for (const message of ['First', 'Second']) {
      document.body.innerHTML = '<main id="main"></main><div id="live"></div>';
      showToast(message);
      expect(toast()?.textContent).toBe(message);
      expect(Object.keys(toast()!).some((key) => key.startsWith('__reactFiber'))).toBe(true);
    }
  });
});

describe('the error modal', () => {
  const modal = () => document.querySelector<HTMLDialogElement>('.add-error');

  test('shows the words of a failed add and closes by itself after 2000 ms [ADD-09, ADD-10, ADD-11]', () => {
    openErrorModal('Not enough stock.', 'Close');
    expect([modal()?.open, modal()?.querySelector('p')?.textContent]).toEqual([true, 'Not enough stock.']);
    vi.advanceTimersByTime(1999);
    expect(modal()?.open).toBe(true);
    vi.advanceTimersByTime(1);
    expect(modal()).toBeNull();
    expect(errorModalDuration).toBe(2000);
  });

  test('stays as long as its caller says [PPX-21]', () => {
    openErrorModal('Switched off.', 'Close', 3000);
    vi.advanceTimersByTime(2999);
    expect(modal()?.open).toBe(true);
    vi.advanceTimersByTime(1);
    expect(modal()).toBeNull();
  });

  test('waits while it is hovered, and is closed by its button [ADD-26]', () => {
    openErrorModal('Not enough stock.', 'Close');
    modal()!.firstElementChild!.dispatchEvent(new Event('pointerenter'));
    vi.advanceTimersByTime(60_000);
    expect(modal()?.open).toBe(true);
    modal()!.querySelector('button')!.click();
    expect(modal()).toBeNull();
  });
});
