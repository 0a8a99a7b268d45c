import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import Review from '#components/Review.astro';
import Reviews from '#components/Reviews.astro';
import { mountReviews } from '#islands/product/reviews/mount-reviews.ts';
import { reviewCard } from '#islands/product/reviews/review-card.ts';
import { openReviewForm } from '#islands/product/reviews/review-form.ts';
import { showMore, showStars } from '#islands/product/reviews/review-list.ts';
import { draftProblems } from '#islands/product/reviews/review-rules.ts';
import type { CommentData } from '#lib/contract/product.ts';
import { htmlOf } from './rendered.ts';

const comment = (change: Partial<CommentData> = {}): CommentData => ({
  id: 1,
  nickname: 'Ann',
  star: 4,
  content: 'Good mug',
  images: [],
  like_num: 0,
  liked: false,
  is_verified: false,
  created_at: Date.UTC(2026, 0, 2),
  ...change,
});

/** The section as the page has it, of a product whose reviews are all still to be fetched. */
const page = await htmlOf(Reviews, {
  reviews: { comment_num: 3, comment_avg_star: 4.7, star_counts: [0, 0, 0, 1, 2], list: [] },
});

let calls: { address: string; method: string; body: unknown }[] = [];
let answer: (address: string) => unknown = () => null;

beforeEach(() => {
  calls = [];
  localStorage.clear();
  vi.stubGlobal('fetch', async (address: string, init: RequestInit) => {
    calls.push({ address, method: init.method!, body: JSON.parse(String(init.body ?? 'null')) });
    const answered = answer(address);
    return Response.json(
      answered instanceof Object && 'code' in answered ? answered : { code: 0, msg: '', data: answered },
    );
  });
  document.documentElement.lang = 'en';
  document.body.innerHTML = `<div id="live"></div>${page}`;
});
afterEach(() => vi.unstubAllGlobals());

const section = () => document.querySelector<HTMLElement>('#reviews')!;
const list = () => document.querySelector('#review-list')!;
/** Reviews of the list, by their ids. */
const ids = () => [...list().querySelectorAll<HTMLButtonElement>('.like')].map(({ value }) => Number(value));

describe('the distribution of stars', () => {
  test('counts 5 to 1, each line as its part of all; what nobody gave cannot be chosen [PDP-17]', () => {
    const rows = [...document.querySelectorAll<HTMLButtonElement>('.star-bars button')];
    expect(rows.map((row) => [row.value, row.lastElementChild!.textContent, row.disabled])).toEqual([
      ['5', '2', false],
      ['4', '1', false],
      ['3', '0', true],
      ['2', '0', true],
      ['1', '0', true],
    ]);
    const lines = rows.map((row) => row.querySelector('path + path')!.getAttribute('d'));
    expect(lines).toEqual(['M0 3h67', 'M0 3h33', 'M0 3h0', 'M0 3h0', 'M0 3h0']);
  });
});

describe('a review', () => {
  test('is text only, whatever was written, and marked when its writer bought the product [PDP-16, PDP-32]', () => {
    const evil = '<img src=x onerror=alert(1)>';
    const card = reviewCard(comment({ content: evil, nickname: evil, is_verified: true, like_num: 2 }));
    expect(card.querySelector('p')!.textContent).toBe(evil);
    expect(card.querySelector('b')!.textContent).toBe(evil);
    expect(card.querySelector('img')).toBeNull();
    expect(card.querySelector('.verified')).not.toBeNull();
    expect(card.querySelector('.like')!.textContent).toBe('Helpful 2');
    const plain = reviewCard(comment());
    expect(plain.querySelectorAll('.verified, .review-pictures')).toHaveLength(0);
    expect(plain.querySelector('svg')!.getAttribute('aria-label')).toBe('4 out of 5 stars');
  });

  test('that is fetched is what the page would have said of it [PDP-16, PDP-18, PDP-19, PDP-32]', async () => {
    const images = [`/media/uploads/${'a'.repeat(32)}.webp`, '/media/b.jpeg'];
    const review = comment({ images, like_num: 2, is_verified: true, star: 3 });
    const place = document.createElement('div');
    place.innerHTML = await htmlOf(Review, { review });
    expect(reviewCard(review).outerHTML).toBe(place.firstElementChild!.outerHTML);
  });

  test('shows its pictures small, each a link to all of it [PDP-19]', () => {
    const address = `/media/uploads/${'a'.repeat(32)}.webp`;
    const card = reviewCard(comment({ images: [address] }));
    expect(card.querySelector('a')!.getAttribute('href')).toBe(address);
    expect(card.querySelector('img')!.getAttribute('src')).toContain('-small.webp');
    expect(card.querySelector('img')!.alt).toBe('1 of 1, by Ann');
  });
});

describe('likes', () => {
  const like = () => document.querySelector<HTMLButtonElement>('.like')!;
  const shown = () => [like().getAttribute('aria-pressed'), like().querySelector('span')!.textContent];

  test('count at once, are kept by the shop, and remembered on the device [PDP-18]', async () => {
    list().append(reviewCard(comment({ id: 5, like_num: 2 })));
    answer = () => ({ like_num: 4, liked: true });
    const act = mountReviews(section(), 7);
    act(like());
    expect(shown()).toEqual(['true', '3']);
    await vi.waitFor(() => expect(shown()).toEqual(['true', '4']));
    expect(calls).toEqual([
      {
        address: '/api/v1/comments/5/like',
        method: 'PUT',
        body: { distinct_id: localStorage.getItem('client_id') },
      },
    ]);
    list().replaceChildren(reviewCard(comment({ id: 5, like_num: 4 })));
    mountReviews(section(), 7);
    expect(shown()).toEqual(['true', '4']);
  });

  test('are taken back when the shop could not keep them [PDP-18]', async () => {
    list().append(reviewCard(comment({ like_num: 2 })));
    answer = () => ({ code: 10429, msg: 'Too many requests.', data: null });
    mountReviews(section(), 7)(like());
    expect(shown()).toEqual(['true', '3']);
    await vi.waitFor(() => expect(shown()).toEqual(['false', '2']));
    expect(document.querySelector('#live')!.textContent).toBe('Too many requests.');
  });
});

describe('the list', () => {
  test('shows the next page, and stops when all are there [PDP-16]', async () => {
    list().append(...Array.from({ length: 20 }, (_, at) => reviewCard(comment({ id: 100 - at }))));
    answer = () => ({ total: 21, list: [comment({ id: 81 }), comment({ id: 80 })] });
    await showMore(section(), 7);
    expect(calls[0]!.address).toMatch(/\/api\/v1\/comments\?.*product_id=7.*page_num=2.*page_size=20/);
    // 81 was on the page already.
    expect(list().children).toHaveLength(21);
    expect(document.activeElement).toBe(list().lastElementChild);
    expect(ids().at(-1)).toBe(80);
    expect(document.querySelector<HTMLElement>('[data-more]')!.hidden).toBe(true);
  });

  test('shows only reviews of the stars chosen, and all again [PDP-16]', async () => {
    answer = (address) =>
      address.includes('star=5')
        ? { total: 1, list: [comment({ id: 9, star: 5 })] }
        : { total: 2, list: [comment({ id: 9 }), comment()] };
    await showStars(section(), 7, 5);
    expect(ids()).toEqual([9]);
    expect(document.querySelector('[value="5"]')!.getAttribute('aria-pressed')).toBe('true');
    await showStars(section(), 7, 5);
    expect(list().children).toHaveLength(2);
    expect(document.querySelector('[value="5"]')!.getAttribute('aria-pressed')).toBe('false');
  });
});

describe('writing a review', () => {
  test('names the field of each problem [PDP-20]', () => {
    const problems = draftProblems({ star: 0, content: ' ', nickname: 'x'.repeat(61), email: 'a@b' });
    expect(Object.fromEntries(problems)).toEqual({
      star: 'Please choose a rating',
      content: "Your review can't be blank",
      nickname: 'Name shown with it can be at most 60 characters',
      email: 'Please enter a valid email address',
    });
    expect(draftProblems({ star: 5, content: 'Fine', nickname: 'Ann', email: '' }).size).toBe(0);
  });

  const fill = (form: HTMLElement) => {
    form.querySelector<HTMLInputElement>('[name=star][value="4"]')!.checked = true;
    form.querySelector<HTMLTextAreaElement>('[name=content]')!.value = 'Good mug ';
    form.querySelector<HTMLInputElement>('[name=nickname]')!.value = 'Ann';
  };
  const send = (form: HTMLFormElement) => form.dispatchEvent(new Event('submit', { cancelable: true }));

  test('marks what is missing, sends what is there, and shows it when it is published [PDP-20]', async () => {
    const dialog = openReviewForm(section(), 7);
    const form = dialog.querySelector('form')!;
    send(form);
    expect(dialog.querySelector('#review-content')!.getAttribute('aria-invalid')).toBe('true');
    expect(dialog.querySelector('[data-field=content] .field-error')!.textContent).toBe(
      "Your review can't be blank",
    );
    expect(calls).toEqual([]);
    fill(form);
    answer = () => ({ id: 12, status: 'published' });
    send(form);
    await vi.waitFor(() => expect(ids()).toEqual([12]));
    expect(calls).toEqual([
      {
        address: '/api/v1/comments/7',
        method: 'POST',
        body: { star: 4, content: 'Good mug', nickname: 'Ann', email: '', images: [] },
      },
    ]);
    expect(document.querySelector('.review-sent')!.textContent).toContain('is published');
    expect(dialog.isConnected).toBe(false);
  });

  test('says that it waits to be read, and keeps what was written when it could not be sent [PDP-20]', async () => {
    const form = openReviewForm(section(), 7).querySelector('form')!;
    fill(form);
    answer = () => ({ code: 10429, msg: 'Too many requests.', data: null });
    send(form);
    await vi.waitFor(() =>
      expect(form.querySelector('[data-failed]')!.textContent).toBe('Too many requests.'),
    );
    expect(form.querySelector<HTMLTextAreaElement>('[name=content]')!.value).toBe('Good mug ');
    answer = () => ({ id: 13, status: 'waiting' });
    send(form);
    await vi.waitFor(() =>
      expect(document.querySelector('.review-sent')?.textContent).toContain('as soon as'),
    );
    expect(list().children).toHaveLength(0);
  });
});
