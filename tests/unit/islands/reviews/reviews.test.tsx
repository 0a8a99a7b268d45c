// @vitest-environment happy-dom
import { act } from '@testing-library/react';
import { startTransition } from 'react';
import { hydrateRoot, type Root } from 'react-dom/client';
import { renderToStaticMarkup, renderToString } from 'react-dom/server';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { $likedReviewIds, rememberLike } from '#client/stores/liked.ts';
import { ReviewCard, ReviewCards } from '#islands/reviews/ReviewCard.tsx';
import Reviews from '#islands/reviews/Reviews.tsx';
import { validateReview } from '#islands/reviews/review-rules.ts';
import type { CommentData } from '#lib/contract/product.ts';
import { type CustomTexts, createTexts } from '#lib/messages/format.ts';
import { productTexts } from '#lib/messages/product.ts';

vi.mock('#client/loading/load-stylesheet.ts', () => ({ loadStylesheet: async () => {} }));

const comment = (change: Partial<CommentData> = {}): CommentData => ({
  id: 1,
  nickname: 'Ann',
  star: 4,
  content: 'Good mug',
  images: [],
  like_num: 0,
  liked: false,
  is_verified: false,
  variant: '',
  created_at: Date.UTC(2026, 0, 2),
  ...change,
});
const comments = (count: number, first = 100) =>
  Array.from({ length: count }, (_, at) => comment({ id: first - at }));

let root: Root | undefined;
let calls: { address: string; method: string; body: unknown }[] = [];
let answer: (address: string) => unknown = () => null;

beforeEach(() => {
  calls = [];
  localStorage.clear();
  // A store notices this only through the storage event of another tab.
  dispatchEvent(new StorageEvent('storage', { key: null }));
  vi.stubGlobal('fetch', async (address: string, init: RequestInit) => {
    calls.push({ address, method: init.method!, body: JSON.parse(String(init.body ?? 'null')) });
    const answered = answer(address);
    return Response.json(
      answered instanceof Object && 'code' in answered ? answered : { code: 0, msg: '', data: answered },
    );
  });
  document.documentElement.lang = 'en';
});
afterEach(() => {
  act(() => root?.unmount());
  vi.unstubAllGlobals();
});

interface Page {
  /** Numbers of reviews with 1 to 5 stars. */
  counts?: number[];
  /** The reviews in the page's HTML. */
  held?: CommentData[];
  texts?: CustomTexts;
  /** Changes the page as a shopper or a script may before the island hydrates. */
  before?: () => void;
}

/** Renders the island into a page, with the cards in its slot. */
function pageOf({ counts = [0, 0, 0, 1, 2], held = [], texts = {} }: Page) {
  const cards = renderToStaticMarkup(
    <ReviewCards reviews={held} texts={createTexts(productTexts)} lang="en" />,
  );
  const island = (
    <Reviews
      productId={7}
      {...{ counts, texts }}
      hasMore={counts.reduce((sum, count) => sum + count) > held.length}
      more="View more"
      sort="Sort and filter"
    >
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: Astro passes slot content as HTML. */}
      <div suppressHydrationWarning dangerouslySetInnerHTML={{ __html: cards }} />
    </Reviews>
  );
  document.body.innerHTML = `<div id="live"></div><section id="reviews">${renderToString(island)}</section>`;
  return { island, section: document.getElementById('reviews')! };
}

/** Renders the island, then hydrates it. @returns the hydration errors */
async function open(page: Page = {}) {
  const { island, section } = pageOf(page);
  page.before?.();
  const faults: unknown[] = [];
  await act(async () => {
    root = hydrateRoot(section, island, { onRecoverableError: (fault) => faults.push(fault) });
  });
  return faults;
}

const list = () => document.querySelector('#review-list')!;
const ids = () => [...list().querySelectorAll<HTMLButtonElement>('.like')].map(({ value }) => Number(value));
const button = (name: string) =>
  [...document.querySelectorAll('button')].find((one) => one.textContent!.startsWith(name))!;
const click = (element: HTMLElement) => act(async () => element.click());
const bars = () => [...document.querySelectorAll<HTMLButtonElement>('.star-bars button')];

describe('on the server', () => {
  test('counts 5 to 1 stars, each line as its part of all; what nobody gave cannot be chosen [PDP-17]', () => {
    pageOf({});
    expect(bars().map((row) => [row.value, row.lastElementChild!.textContent, row.disabled])).toEqual([
      ['5', '2', false],
      ['4', '1', false],
      ['3', '0', true],
      ['2', '0', true],
      ['1', '0', true],
    ]);
    const lines = bars().map((row) => row.querySelector('path + path')!.getAttribute('d'));
    expect(lines).toEqual(['M0 3h67', 'M0 3h33', 'M0 3h0', 'M0 3h0', 'M0 3h0']);
  });

  test('says its words and those of the reviews; offers more only where there is more [PDP-16]', () => {
    pageOf({ held: comments(2), texts: { writeReview: 'Bewertung schreiben' } });
    expect(button('Bewertung schreiben').className).toContain('needs-script');
    expect(list().textContent).toContain('Good mugAnnJanuary 2, 2026Helpful');
    expect(button('View more')).toBeDefined();
    pageOf({ held: comments(3) });
    expect(button('View more')).toBeUndefined();
    pageOf({ counts: [0, 0, 0, 0, 0] });
    expect(bars()).toEqual([]);
  });
});

describe('a review', () => {
  const card = (review: CommentData) => {
    const place = document.createElement('div');
    place.innerHTML = renderToStaticMarkup(
      <ReviewCard review={review} texts={createTexts(productTexts)} lang="en" />,
    );
    return place;
  };

  test('is text only, whatever was written, and marked when its writer bought the product [PDP-16, PDP-32]', () => {
    const evil = '<img src=x onerror=alert(1)>';
    const full = card(comment({ content: evil, nickname: evil, is_verified: true, like_num: 2 }));
    expect(full.querySelector('p')!.textContent).toBe(evil);
    expect(full.querySelector('b')!.textContent).toBe(evil);
    expect(full.querySelectorAll('p[dir=auto], b[dir=auto]')).toHaveLength(2);
    expect(full.querySelector('img')).toBeNull();
    expect(full.querySelector('.verified')!.textContent).toBe('Verified purchase');
    expect(full.querySelector('.like')!.textContent).toBe('Helpful 2');
    expect(card(comment({ variant: '<b>Sage</b>' })).textContent).toContain('AnnBought: <b>Sage</b>');
    const plain = card(comment());
    expect(plain.querySelectorAll('.verified, .review-pictures')).toHaveLength(0);
    expect(plain.textContent).not.toContain('Bought');
    expect(plain.querySelector('svg')!.getAttribute('aria-label')).toBe('4 out of 5 stars');
  });

  test('shows its pictures small, each a link to all of it [PDP-19]', () => {
    const address = `/media/uploads/${'a'.repeat(32)}.webp`;
    const full = card(comment({ images: [address, '/media/b.jpeg'] }));
    expect(full.querySelector('a')!.getAttribute('href')).toBe(address);
    const [small, other] = full.querySelectorAll('img');
    expect(small!.getAttribute('src')).toBe(`/media/uploads/${'a'.repeat(32)}-small.webp`);
    expect(small!.alt).toBe('1 of 2, by Ann');
    expect(other!.getAttribute('src')).toBe('/media/b.jpeg');
    const own = card(comment({ images: ['/media/0a1b2c/1600.webp'] })).querySelector('img')!;
    expect(own.getAttribute('src')).toBe('/media/0a1b2c/320.webp');
  });
});

describe('likes', () => {
  const like = () => list().querySelector<HTMLButtonElement>('.like')!;
  const shown = () => [like().getAttribute('aria-pressed'), like().lastElementChild!.textContent!.trim()];
  const held = [comment({ id: 5, like_num: 2 })];

  test('count at once, are kept by the shop, and remembered on the device [PDP-18]', async () => {
    const faults = await open({ held });
    expect(faults).toEqual([]);
    let give = (_: unknown) => {};
    answer = () => new Promise((resolve) => (give = resolve));
    vi.stubGlobal('fetch', async (address: string, init: RequestInit) => {
      calls.push({ address, method: init.method!, body: JSON.parse(String(init.body)) });
      return Response.json({ code: 0, msg: '', data: await answer(address) });
    });
    act(() => like().click());
    expect(shown()).toEqual(['true', '3']);
    // A second click during the request does nothing.
    act(() => like().click());
    await act(async () => give({ like_num: 4, liked: true }));
    await vi.waitFor(() => expect(shown()).toEqual(['true', '4']));
    expect(like().getAttribute('aria-busy')).toBeNull();
    expect(calls).toEqual([
      {
        address: '/api/v1/comments/5/like',
        method: 'PUT',
        body: { distinct_id: localStorage.getItem('client_id') },
      },
    ]);
    expect(localStorage.getItem('liked_reviews')).toBe('[5]');
  });

  test('show what the device remembers, from waking up on and as it changes [PDP-18]', async () => {
    rememberLike(5, true);
    await open({ held });
    expect(shown()).toEqual(['true', '2']);
    act(() => rememberLike(5, false));
    expect(shown()).toEqual(['false', '2']);
  });

  test('are taken back when the shop could not keep them [PDP-18]', async () => {
    await open({ held });
    answer = () => ({ code: 10429, msg: 'Too many requests.', data: null });
    act(() => like().click());
    expect(shown()).toEqual(['true', '3']);
    await vi.waitFor(() => expect(shown()).toEqual(['false', '2']));
    await vi.waitFor(() => expect(document.querySelector('#live')!.textContent).toBe('Too many requests.'));
    expect($likedReviewIds.get()).toEqual([]);
  });

  test('hear a click that comes in the moment of waking up, on the button that was clicked [PDP-18]', async () => {
    answer = () => ({ like_num: 3, liked: true });
    const { island, section } = pageOf({ held });
    const before = like();
    // Hydrates as Astro does; the queued click follows at once.
    startTransition(() => {
      root = hydrateRoot(section, island);
    });
    await act(async () => before.click());
    expect(like()).toBe(before);
    await vi.waitFor(() => expect(shown()).toEqual(['true', '3']));
  });

  test("keep the words that a browser's translation has put there", async () => {
    const faults = await open({
      held,
      before: () => {
        for (const text of document.querySelectorAll('#reviews button span')) {
          const outer = document.createElement('font');
          outer.append(...text.childNodes);
          text.append(outer);
        }
        like().firstElementChild!.textContent = 'Hilfreich';
      },
    });
    expect(faults).toEqual([]);
    answer = () => ({ like_num: 3, liked: true });
    await click(like());
    await vi.waitFor(() => expect(like().textContent).toBe('Hilfreich 3'));
  });
});

describe('sorting and filtering', () => {
  const asked = () =>
    calls.map(({ address }) => Object.fromEntries(new URL(address, location.href).searchParams));
  const tools = () => document.querySelector<HTMLElement>('.review-tools')!;
  const openTools = async (pictures: number) => {
    await open({ counts: [0, 0, 0, 1, 3], held: comments(2) });
    answer = () => ({ total: pictures, list: [] });
    await click(button('Sort and filter'));
    await vi.waitFor(() => expect(tools()).not.toBeNull());
    calls = [];
  };
  const choose = (value: string) =>
    act(async () => {
      const field = tools().querySelector('select')!;
      field.value = value;
      field.dispatchEvent(new Event('change', { bubbles: true }));
    });

  test.each([
    [[0, 0, 0, 1, 2], 0],
    [[0, 0, 0, 2, 2], 1],
  ])('are offered from four reviews on, fewer are in sight: %j [PDP-16]', async (counts, offered) => {
    await open({ counts, held: comments(2) });
    expect([button('Sort and filter')].flatMap((one) => one ?? [])).toHaveLength(offered);
  });

  test('stand where the button was, and ask the shop in the order that was chosen [PDP-16]', async () => {
    await openTools(1);
    expect(button('Sort and filter')).toBeUndefined();
    expect(document.activeElement).toBe(tools().querySelector('select'));
    answer = () => ({ total: 21, list: comments(20, 60) });
    await choose('lowest');
    await vi.waitFor(() => expect(ids()[0]).toBe(60));
    expect(asked()).toEqual([{ product_id: '7', page_num: '1', page_size: '20', sort: 'lowest' }]);
    answer = () => ({ total: 21, list: [comment({ id: 9 })] });
    await click(button('View more'));
    await vi.waitFor(() => expect(ids()).toHaveLength(21));
    expect(asked()[1]).toMatchObject({ sort: 'lowest', page_num: '2' });
  });

  test('hold together with the stars; who finds nothing is shown the way to all of them [PDP-16]', async () => {
    await openTools(1);
    await choose('pictures');
    answer = () => ({ total: 0, list: [] });
    await click(tools().querySelector('input')!);
    await click(bars()[0]!);
    await vi.waitFor(() =>
      expect(document.querySelector('#live')!.textContent).toBe('No reviews match this filter.'),
    );
    expect(asked().at(-1)).toMatchObject({ sort: 'pictures', has_image: '1', star: '5' });
    answer = () => ({ total: 1, list: [comment({ id: 3 })] });
    await click(button('Show all reviews'));
    await vi.waitFor(() => expect(ids()).toEqual([3]));
    expect(asked().at(-1)).toEqual({ product_id: '7', page_num: '1', page_size: '20', sort: 'pictures' });
    expect(tools().querySelector('input')!.checked).toBe(false);
    expect(bars()[0]!.getAttribute('aria-pressed')).toBe('false');
    expect(button('Show all reviews')).toBeUndefined();
  });

  test('show at once what was chosen, keep it for the next choice, and take it back when the shop refuses [PDP-16]', async () => {
    await openTools(1);
    const late: { query: object; give: (answer: object) => void }[] = [];
    vi.stubGlobal('fetch', (address: string) => {
      const query = Object.fromEntries(new URL(address, location.href).searchParams);
      return new Promise((resolve) =>
        late.push({ query, give: (given) => resolve(Response.json({ msg: '', data: null, ...given })) }),
      );
    });
    const shown = () => [
      tools().querySelector('select')!.value,
      tools().querySelector('input')!.checked,
      bars()[0]!.getAttribute('aria-pressed'),
    ];
    await choose('highest');
    await click(tools().querySelector('input')!);
    await click(bars()[0]!);
    expect(shown()).toEqual(['highest', true, 'true']);
    await vi.waitFor(() => expect(late).toHaveLength(3));
    expect(late[2]!.query).toMatchObject({ sort: 'highest', has_image: '1', star: '5' });
    await act(async () => late[2]!.give({ code: 10429, msg: 'Too many requests.' }));
    await vi.waitFor(() => expect(shown()).toEqual(['newest', false, 'false']));
    expect(ids()).toEqual([100, 99]);
  });

  test('offer nothing about pictures where no review has one [PDP-19]', async () => {
    await openTools(0);
    expect([...tools().querySelectorAll('option')].map(({ value }) => value)).toEqual([
      'newest',
      'highest',
      'lowest',
    ]);
    expect(tools().querySelector('input')).toBeNull();
  });

  test('say why when the shop refuses, and leave the list as it was [PDP-16]', async () => {
    await open({ held: comments(2) });
    answer = () => ({ code: 10429, msg: 'Too many requests.', data: null });
    await click(bars()[0]!);
    await vi.waitFor(() => expect(document.querySelector('#live')!.textContent).toBe('Too many requests.'));
    expect(ids()).toEqual([100, 99]);
    expect(bars()[0]!.getAttribute('aria-pressed')).toBe('false');
  });
});

describe('the list', () => {
  test('shows the next page, and stops when all are there [PDP-16]', async () => {
    await open({ counts: [0, 0, 0, 1, 20], held: comments(20) });
    answer = () => ({ total: 22, list: [comment({ id: 81 }), comment({ id: 80 }), comment({ id: 79 })] });
    await click(button('View more'));
    await vi.waitFor(() => expect(ids()).toHaveLength(22));
    expect(calls[0]!.address).toMatch(/\/api\/v1\/comments\?.*product_id=7.*page_num=2.*page_size=20/);
    // The page shows 81 already.
    expect(ids().slice(-3)).toEqual([81, 80, 79]);
    expect(document.activeElement).toBe(list().querySelector('[value="80"]')!.closest('article'));
    expect(button('View more')).toBeUndefined();
    expect(document.querySelector('#live')!.textContent).toBe('Reviews shown: 22 of 22');
  });

  test('writes a review that is fetched as the page would have [PDP-16, PDP-18, PDP-19, PDP-32]', async () => {
    await open();
    const images = [`/media/uploads/${'a'.repeat(32)}.webp`, '/media/b.jpeg'];
    const review = comment({ images, like_num: 2, is_verified: true, star: 3 });
    answer = () => ({ total: 2, list: [comment({ id: 9 }), review] });
    await click(button('View more'));
    await vi.waitFor(() => expect(ids()).toEqual([9, 1]));
    const own = document.createElement('div');
    own.innerHTML = renderToStaticMarkup(
      <ReviewCard review={review} texts={createTexts(productTexts)} lang="en" />,
    );
    // In a browser React writes an image's URL last.
    const inOrder = (html: string) =>
      html.replace(/<img ([^>]*)>/g, (_, attributes: string) =>
        attributes
          .split(/(?<=") /)
          .sort()
          .join(' '),
      );
    expect(inOrder(list().lastElementChild!.outerHTML)).toBe(inOrder(own.innerHTML));
  });

  test('shows only reviews of the stars chosen, and all again [PDP-16]', async () => {
    await open({ held: comments(2) });
    answer = (address) =>
      address.includes('star=5')
        ? { total: 1, list: [comment({ id: 9, star: 5, liked: true })] }
        : { total: 2, list: [comment({ id: 9 }), comment()] };
    const five = bars()[0]!;
    await click(five);
    await vi.waitFor(() => expect(ids()).toEqual([9]));
    expect(five.getAttribute('aria-pressed')).toBe('true');
    expect(list().querySelector('.like')!.getAttribute('aria-pressed')).toBe('true');
    await click(five);
    await vi.waitFor(() => expect(ids()).toEqual([9, 1]));
    expect(five.getAttribute('aria-pressed')).toBe('false');
    expect(list().querySelector('.like')!.getAttribute('aria-pressed')).toBe('false');
  });

  test('says nothing of an answer that came after another was asked for [PDP-16]', async () => {
    const late: { star: string | null; give: (data: unknown) => void }[] = [];
    await open({ held: comments(2) });
    const live = document.querySelector('#live')!;
    vi.stubGlobal('fetch', (address: string) => {
      const star = new URL(address, location.href).searchParams.get('star');
      return new Promise((resolve) => {
        late.push({ star, give: (data) => resolve(Response.json({ code: 0, msg: '', data })) });
      });
    });
    await click(bars()[0]!);
    await click(bars()[1]!);
    await vi.waitFor(() => expect(late.map(({ star }) => star)).toEqual(['5', '4']));
    await act(async () => late[0]!.give({ total: 2, list: comments(2, 9) }));
    expect([live.textContent, ids()]).toEqual(['', [100, 99]]);
    await act(async () => late[1]!.give({ total: 1, list: comments(1, 4) }));
    await vi.waitFor(() => expect(ids()).toEqual([4]));
    expect(live.textContent).toBe('Reviews shown: 1 of 1');
  });

  test('counts the likes that the shop tells of now [PDP-16, PDP-18]', async () => {
    await open({ held: comments(2) });
    let likes = 2;
    answer = (address) =>
      address.endsWith('/like')
        ? { like_num: 3, liked: true }
        : { total: 1, list: [comment({ id: 9, like_num: likes, liked: likes > 2 })] };
    const like = () => list().querySelector<HTMLButtonElement>('.like')!;
    await click(bars()[0]!);
    await vi.waitFor(() => expect(like().textContent).toBe('Helpful 2'));
    await click(like());
    await vi.waitFor(() => expect(like().textContent).toBe('Helpful 3'));
    likes = 8;
    await click(bars()[0]!);
    await vi.waitFor(() => expect(like().textContent).toBe('Helpful 8'));
  });

  test('stays as it is when others cannot be had, and says so [PDP-16]', async () => {
    await open({ held: comments(2) });
    answer = () => ({ code: 10429, msg: 'Too many requests.', data: null });
    await click(bars()[0]!);
    await vi.waitFor(() => expect(document.querySelector('#live')!.textContent).toBe('Too many requests.'));
    expect(ids()).toEqual([100, 99]);
    expect(bars()[0]!.getAttribute('aria-pressed')).toBe('false');
    expect(document.querySelector('.reviews-body')!.getAttribute('aria-busy')).toBeNull();
  });
});

describe('writing a review', () => {
  test('names the field of each problem [PDP-20]', () => {
    const problems = validateReview({ star: 0, content: ' ', nickname: 'x'.repeat(61), email: 'a@b' });
    expect(problems).toEqual({
      star: 'Please choose a rating',
      content: "Your review can't be blank",
      nickname: 'Name shown with it can be at most 60 characters',
      email: 'Please enter a valid email address',
    });
    const fine = validateReview({ star: 5, content: 'Fine', nickname: 'Ann', email: '' });
    expect(Object.values(fine).join('')).toBe('');
  });

  const dialog = () => document.querySelector('dialog')!;
  const field = (name: string) => dialog().querySelector<HTMLInputElement>(`#review-${name}`)!;
  const write = async () => {
    await click(button('Write a review'));
    await vi.waitFor(() => expect(dialog().open).toBe(true));
  };
  const fillIn = () => {
    dialog().querySelector<HTMLInputElement>('[name=star][value="4"]')!.checked = true;
    field('content').value = 'Good mug ';
    field('nickname').value = 'Ann';
  };
  const send = () => act(async () => dialog().querySelector('form')!.requestSubmit());

  test('marks what is missing until it is written, sends what is there, and shows it when it is published [PDP-20]', async () => {
    await open({ held: comments(1) });
    await write();
    await send();
    expect(field('content').getAttribute('aria-invalid')).toBe('true');
    expect(field('content').getAttribute('aria-describedby')).toBe(
      'review-content-hint review-content-error',
    );
    expect(field('content-error').textContent).toBe("Your review can't be blank");
    expect(document.activeElement).toBe(dialog().querySelector('[name=star]'));
    expect(calls).toEqual([]);
    fillIn();
    await act(async () => void field('content').dispatchEvent(new Event('input', { bubbles: true })));
    expect(field('content').getAttribute('aria-invalid')).toBeNull();
    expect(field('nickname').getAttribute('aria-invalid')).toBe('true');
    answer = () => ({ id: 12, status: 'published' });
    await send();
    await vi.waitFor(() => expect(ids()).toEqual([12, 100]));
    expect(calls).toEqual([
      {
        address: '/api/v1/comments/7',
        method: 'POST',
        body: { star: 4, content: 'Good mug', nickname: 'Ann', email: '', images: [] },
      },
    ]);
    const said = document.querySelector('.review-sent')!;
    expect(said.textContent).toContain('is published');
    expect(document.activeElement).toBe(said);
    expect(dialog().open).toBe(false);
    expect(field('content').value).toBe('');
  });

  test('judges a text when it is left for another field, and not while it is written [VAL-03, VAL-16, VAL-17, VAL-18]', async () => {
    await open();
    await write();
    const said = (name: string) => field(`${name}-error`)?.textContent ?? '';
    const leave = async (name: string, text: string, to = dialog().querySelector('[name=star]')!) => {
      await act(async () => {
        field(name).value = text;
        field(name).dispatchEvent(new Event('input', { bubbles: true }));
      });
      expect(said(name)).toBe('');
      const left = new FocusEvent('focusout', { bubbles: true, relatedTarget: to });
      await act(async () => void field(name).dispatchEvent(left));
    };
    await leave('content', ' \n ');
    expect(said('content')).toBe("Your review can't be blank");
    expect(field('content').getAttribute('aria-invalid')).toBe('true');
    await leave('content', 'x'.repeat(1001));
    expect(said('content')).toBe('Your review can be at most 1000 characters');
    await leave('content', 'Lovely');
    expect(said('content')).toBe('');
    await leave('email', 'a@b');
    expect(said('email')).toBe('Please enter a valid email address');
    await leave('email', ' ');
    expect(said('email')).toBe('');
    // Moving the focus to the close button validates no field.
    await leave('nickname', '', dialog().querySelector('[aria-label=Close]')!);
    expect(said('nickname')).toBe('');
  });

  test('says that it waits to be read, and keeps what was written when it could not be sent or is closed [PDP-20]', async () => {
    await open();
    await write();
    fillIn();
    answer = () => ({ code: 10429, msg: 'Too many requests.', data: null });
    await send();
    await vi.waitFor(() =>
      expect(dialog().querySelector('form > .field-error')?.textContent).toBe('Too many requests.'),
    );
    await click(dialog().querySelector('[aria-label=Close]')!);
    expect(dialog().open).toBe(false);
    await write();
    expect(field('content').value).toBe('Good mug ');
    answer = () => ({ id: 13, status: 'waiting' });
    await send();
    await vi.waitFor(() =>
      expect(document.querySelector('.review-sent')?.textContent).toContain('once the shop has approved it'),
    );
    expect(ids()).toEqual([]);
  });
});
