/** Cards in filtered lists and searches show the requested variant, with the same price as on the product's page. */
import { beforeAll, describe, expect, it } from 'vitest';
import type { ProductCardData } from '#lib/contract/product.ts';
import { setStock } from '#server/catalog/edit-store.ts';
import { createPageDependencies } from '#server/core/page-dependencies.ts';
import { localApi } from '#server/pages/local-api.ts';
import { ensureShop } from '#server/shop/ensure-shop.ts';
import type { Visitor } from '../harness/visitor.ts';
import { createTestShop, type TestShop } from '../harness.ts';

const selector = 'POST /api/v1/productFilterSelector';

let shop: TestShop;
let visitor: Visitor;
beforeAll(async () => {
  shop = await createTestShop();
  await ensureShop(shop.services);
  visitor = shop.visitor();
});

const list = async (filter: string, handle = 'everything') =>
  (await visitor.data('GET /api/v1/storefront/collection', { query: { handle, filter } })).product_list;
const search = async (q: string, filter = '') =>
  (await visitor.data('GET /api/v1/storefront/search', { query: { q, filter } })).product_list;

/** Returns what the product's page shows of the card's variant; null for a card of the whole product. */
async function onItsPage(card: ProductCardData) {
  const query = { handle: card.seo_url };
  const product = await visitor.data('GET /api/v1/storefront/product', { query });
  const { options, variants, pictures } = product;
  const row = variants.sku_id.indexOf(card.variant ?? -1);
  if (row < 0) return null;
  return {
    values: variants.choice[row]!.map((value, at) => options[at]!.values[value]!.value),
    isOnSale: variants.sale_status[row] === 1,
    shown: {
      sale_price: variants.sale_price[row],
      original_price: variants.original_price[row],
      compare_at_price: variants.compare_at_price[row],
      sale_status: variants.sale_status[row],
      original: pictures[variants.picture[row]!]?.id,
    },
  };
}

async function expectEach(cards: readonly ProductCardData[], values: readonly string[]): Promise<void> {
  expect(cards).not.toEqual([]);
  for (const card of cards) {
    const own = await onItsPage(card);
    expect(own?.values, card.title).toEqual(expect.arrayContaining([...values]));
    const { sale_price, original_price, compare_at_price, sale_status, original } = card;
    const said = { sale_price, original_price, compare_at_price, sale_status, original: original?.id };
    expect(said, card.title).toEqual(own?.shown);
    expect([card.sku_id, card.price_varies]).toEqual([card.variant, false]);
  }
}

const named = (cards: readonly ProductCardData[], handle: string) =>
  cards.find(({ seo_url }) => seo_url === handle)!;

describe('every card of a list', () => {
  it.each(['Sage', 'Oat', 'Ink'])(
    'filtered by %s shows, prices and names such a variant [CARD-02, COLL-10]',
    async (glaze) => {
      await expectEach(await list(`opt.Glaze=${glaze}`), [glaze]);
    },
  );

  it('filtered by two options shows the variant that has both [CARD-02, COLL-10]', async () => {
    const cards = await list('opt.Glaze=Sage&opt.Size=1.5 l&opt.Size=Tall');
    await expectEach(cards, ['Sage']);
    expect(named(cards, 'pantry-jar').sale_price).toBe(48);
    const pitcher = named(cards, 'estuary-pitcher');
    expect([pitcher.sale_price, pitcher.compare_at_price]).toEqual([74, 89]);
  });

  it('without a filter of options stands for the product as a whole', async () => {
    const bare = await list('', 'table');
    for (const card of await list('price_max=60&in_stock=1', 'table'))
      expect(card, card.title).toEqual(named(bare, card.seo_url));
    expect(new Set(bare.map(({ variant }) => variant))).toEqual(new Set([null]));
    expect(named(bare, 'shore-bowl').price_varies).toBe(true);
  });

  it('is told of by the documents’ call alike [API-104]', async () => {
    const { product_list } = await visitor.data(selector, {
      body: { q: 'stoneware', filters: { options: { Glaze: ['Ink'] } } },
    });
    await expectEach(product_list, ['Ink']);
  });
});

describe('a card of a product whose cheapest variant is not reduced', () => {
  it('also names the cheapest reduced variant and its price, in every list [CARD-02, R160]', async () => {
    const reducedOf = async (cards: Promise<ProductCardData[]>) =>
      (await cards).flatMap(({ seo_url, reduced }) => (reduced ? [[seo_url, reduced]] : []));
    const pitcher = ['estuary-pitcher', { name: '1.5 l', sale_price: 74, price_before: 89 }];
    expect(await reducedOf(list('', 'sale'))).toEqual([pitcher]);
    expect(await reducedOf(list('', 'table'))).toEqual([pitcher]);
    expect(await reducedOf(search('pitcher'))).toContainEqual(pitcher);
    const planter = ['saltmarsh-planter', { name: '18 cm', sale_price: 49, price_before: 54 }];
    expect(await reducedOf(list('', 'vases-planters'))).toEqual([planter]);
  });

  it('shows only its own price where one variant was asked for', async () => {
    const [large] = await list('opt.Size=1.5 l', 'sale');
    expect(large).toMatchObject({ sale_price: 74, compare_at_price: 89 });
    expect(large).not.toHaveProperty('reduced');
    const items = [{ product_id: large!.id, variant_id: large!.variant! }];
    const { list: saved } = await visitor.data('POST /api/v1/storefront/wishlist/cards', { body: { items } });
    expect(saved).toMatchObject([{ variant: large!.variant, compare_at_price: 89 }]);
    expect(saved[0]).not.toHaveProperty('reduced');
  });
});

describe('a card on the page of a promotion', () => {
  const offered = async (seo_url: string) =>
    (await visitor.data('GET /api/v1/storefront/promotion', { query: { seo_url } })).product_list;

  it('shows a variant that the promotion reduces [CARD-02, R112, R160]', async () => {
    const cards = await offered('larger-planters');
    await expectEach(cards, ['18 cm']);
    expect(cards).toMatchObject([{ sale_price: 49, original_price: 54, sale_status: 1 }]);
  });

  it('shows the variants of a bundle, and the whole product if any variant counts [R112, R160]', async () => {
    const cards = await offered('saltglass-in-amber');
    expect(cards.map(({ seo_url }) => seo_url)).toEqual(['saltglass-carafe', 'saltglass-tumblers']);
    await expectEach(cards, ['Amber']);
    expect((await offered('a-quiet-evening')).map(({ variant }) => variant)).toEqual([null, null, null]);
  });

  it('shows the whole product once the promotion is over [R112]', async () => {
    await shop.db.write
      .updateTable('promotions')
      .set({ status: 2 })
      .where('seo_url', '=', 'saltglass-in-amber')
      .execute();
    expect((await offered('saltglass-in-amber')).map(({ variant }) => variant)).toEqual([null, null]);
    await shop.db.write
      .updateTable('promotions')
      .set({ status: 1 })
      .where('seo_url', '=', 'saltglass-in-amber')
      .execute();
  });
});

describe('a word of a search that names an option’s value', () => {
  it.each([
    ['oat mug', 'Oat'],
    ['OAT stoneware', 'Oat'],
    ['oats stoneware', 'Oat'],
    ['stoneware saeg', 'Sage'],
  ])('counts as a choice: %s [SRCH-09, CARD-02]', async (q, value) => {
    const cards = await search(q);
    const asked = cards.filter(({ variant }) => variant !== null);
    await expectEach(asked, [value]);
    expect(asked.length).toBe(cards.length);
  });

  it('shows the mug in oat, and words that no variant has change nothing [SRCH-09]', async () => {
    const mug = named(await search('oat mug'), 'tidal-mug');
    expect(mug.original?.alt).toBe('Stoneware mug in oat glaze with a bare clay foot');
    expect(named(await search('tidal mug'), 'tidal-mug')).toMatchObject({
      variant: null,
      original: { alt: 'Stoneware mug in sage glaze with a bare clay foot' },
    });
  });

  it('weighs less than a filter', async () => {
    const [mug] = (await search('oat mug', 'opt.Glaze=Ink')).filter(({ seo_url }) => seo_url === 'tidal-mug');
    expect(mug?.original?.alt).toContain('ink glaze');
  });
});

describe('a page that is given what others have read', () => {
  it('has the cards of its own filters and words', async () => {
    const api = localApi(shop.services);
    const mugOf = async (filter: string) => {
      const input = { query: { handle: 'table', filter, sort_type: 0, page_num: 1 } };
      const { data } = await api('GET /api/v1/storefront/collection', input, createPageDependencies());
      return named(data?.product_list ?? [], 'tidal-mug').original?.alt.split(' ')[3];
    };
    const asked = ['', 'opt.Glaze=Ink', 'opt.Glaze=Oat', 'opt.Glaze=Ink', ''];
    const shown: unknown[] = [];
    for (const filter of asked) shown.push(await mugOf(filter));
    expect(shown).toEqual(['sage', 'ink', 'oat', 'ink', 'sage']);
  });
});

describe('the variant shown', () => {
  it('is one that can be bought before one that is sold out, as soon as that changes [CARD-07]', async () => {
    const sage = async () => named(await list('opt.Glaze=Sage'), 'shore-bowl');
    const small = await sage();
    expect([small.sale_price, small.sale_status]).toEqual([32, 1]);
    const large = (await onItsPage(named(await list('opt.Glaze=Sage&opt.Size=Large'), 'shore-bowl')))!;
    expect([large.values, large.isOnSale]).toEqual([['Sage', 'Large'], false]);
    await expectEach(await list('opt.Size=Large&opt.Glaze=Oat'), ['Large']);
    const set = (stock: number) =>
      shop.db.transaction((trx) => setStock(trx, [small.variant!], stock, shop.clock.now()));
    await set(0);
    const none = await sage();
    expect([none.variant, none.sale_status, none.in_stock]).toEqual([small.variant, 0, true]);
    await set(15);
    expect((await sage()).sale_status).toBe(1);
  });

  it('can be bought wherever only what is in stock was asked for [CARD-07, COLL-10]', async () => {
    const sage = await list('opt.Colour=Sage', 'light');
    expect(named(sage, 'bell-pendant')).toMatchObject({ sale_status: 0, in_stock: true });
    const inStock = await list('opt.Colour=Sage&in_stock=1', 'light');
    expect(inStock.map(({ seo_url }) => seo_url)).toEqual(['harbour-lamp']);
    await expectEach(inStock, ['Sage']);
    const soldOut = await list('opt.Colour=Sage&in_stock=0', 'light');
    expect(soldOut.map(({ seo_url }) => seo_url)).toEqual(['bell-pendant']);
  });

  it('costs what its page says while one price holds [CARD-01, PRICE-01]', async () => {
    const now = shop.clock.now();
    const [bowl] = (await list('opt.Size=Large')).filter(({ seo_url }) => seo_url === 'shore-bowl');
    expect(bowl?.sale_price).toBe(48);
    await shop.db.write
      .insertInto('promotions')
      .values({
        kind: 'oneprice',
        discount_type: 3,
        title: 'One price',
        seo_url: 'one-price-for-large',
        code: '',
        status: 1,
        starts_at: now,
        ends_at: now + 60_000,
        range_type: 2,
        range_ids: JSON.stringify([bowl!.id]),
        rules: JSON.stringify({
          type: 2,
          rangeRules: [{ minPrice: 4000, maxPrice: 5000, orderAmount: 1900 }],
        }),
        priority: 0,
        usage_limit: null,
        per_customer_limit: null,
        used_count: 0,
        json_config: '{}',
        updated_at: now,
      })
      .execute();
    const cards = await list('opt.Size=Large');
    expect(named(cards, 'shore-bowl')).toMatchObject({ sale_price: 19, original_price: 48 });
    await expectEach(cards, ['Large']);
    shop.clock.advance(60_000);
    expect(named(await list('opt.Size=Large'), 'shore-bowl').sale_price).toBe(48);
  });
});

describe('a second view', () => {
  it('shows the same variant as the first, or there is none [CARD-02, CARD-05]', async () => {
    const seconds = async (filter: string) =>
      Object.fromEntries((await list(filter, 'table')).map(({ seo_url, second }) => [seo_url, second?.alt]));
    expect(await seconds('opt.Glaze=Ink')).toMatchObject({
      'tidal-mug': 'Two ink mugs from above, one filled with black coffee',
      'cove-cup-and-saucer': undefined,
    });
    expect(await seconds('opt.Glaze=Rust')).toMatchObject({
      'tidal-mug': undefined,
      'shore-bowl': 'The rust bowl beside flax napkins and a small cup',
    });
    expect(await seconds('')).toMatchObject({
      'tidal-mug': 'The line where the sage glaze of the mug meets bare clay',
      'cove-cup-and-saucer': 'The oat cup with espresso, seen from above',
    });
  });
});
