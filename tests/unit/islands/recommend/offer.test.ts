import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { fetchCards } from '#client/cards/fetch-cards.ts';
import { fetchRecommendationOffer } from '#islands/recommend/offer.ts';

vi.mock('#client/cards/fetch-cards.ts', () => ({ fetchCards: vi.fn() }));

const on = { status: true, add_to_cart_status: true, cart_status: true };
const cup = { id: 5, title: 'Cup' };
const style = { title: 'Goes with it', imgSize: '1:1' };
let answers: Record<string, unknown>;
let calls: { path: string; body: unknown }[];

beforeEach(() => {
  calls = [];
  vi.mocked(fetchCards).mockResolvedValue({
    ...{ title: '', limit: 8, collectionId: 0 },
    cards: [cup.id, 6].map((id) => ({ id, title: 'Cup', html: `<article>${id}</article>` })),
  });
  answers = {
    '/api/v1/recommend/status/1': { code: 0, data: on },
    '/api/v1/recommend/match': { code: 0, data: { recommend_ids: [7, 8] } },
    '/api/v1/recommend/detail': { code: 0, data: { product_info_list: [cup], style_json_config: style } },
  };
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    calls.push({ path, body: JSON.parse(String(init.body)) });
    return new Response(JSON.stringify(answers[path]));
  });
});
afterEach(() => vi.unstubAllGlobals());

test('after an add the first list for that product is offered, without the product itself [RECO-07]', async () => {
  const offer = await fetchRecommendationOffer([3]);
  expect(offer).toEqual({ style, items: [{ product: cup, card: '<article>5</article>' }] });
  expect(vi.mocked(fetchCards).mock.lastCall).toEqual(['/cards/7']);
  expect(calls.slice(1)).toEqual([
    { path: '/api/v1/recommend/match', body: { page_type: 4, values: [3] } },
    { path: '/api/v1/recommend/detail', body: { recommend_id: 7, current_product_ids: [3] } },
  ]);
});

test('nothing is offered without recommendations: no list, or none with a product [RECO-07]', async () => {
  answers['/api/v1/recommend/detail'] = { code: 0, data: { recommend_id: 7, product_info_list: [] } };
  expect(await fetchRecommendationOffer([3])).toBeNull();
  expect(calls.filter(({ path }) => path.endsWith('detail'))).toHaveLength(2);
  answers['/api/v1/recommend/detail'] = {
    code: 0,
    data: { product_info_list: [cup], style_json_config: style },
  };
  vi.mocked(fetchCards).mockRejectedValue(new Error('away'));
  expect(await fetchRecommendationOffer([3])).toBeNull();
  answers['/api/v1/recommend/match'] = { code: 0, data: { recommend_ids: [] } };
  expect(await fetchRecommendationOffer([3])).toBeNull();
});

test('a switch that is off, or an answer other than 0, ends it without a further call [RECO-16, RECO-17]', async () => {
  for (const data of [
    { ...on, status: false },
    { ...on, add_to_cart_status: false },
  ]) {
    answers['/api/v1/recommend/status/1'] = { code: 0, data };
    expect(await fetchRecommendationOffer([3])).toBeNull();
  }
  answers['/api/v1/recommend/status/1'] = { code: 90000, data: null };
  expect(await fetchRecommendationOffer([3])).toBeNull();
  expect(calls.every(({ path }) => path.includes('/status/'))).toBe(true);
  answers['/api/v1/recommend/status/1'] = { code: 0, data: on };
  answers['/api/v1/recommend/match'] = { code: 10001, data: null };
  expect(await fetchRecommendationOffer([3])).toBeNull();
});
