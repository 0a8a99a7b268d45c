import { beforeAll, describe, expect, it } from 'vitest';
import { releaseLapsed } from '#server/orders/expiry.ts';
import { order } from '../orders/fixture.ts';
import { books, cards, createPayShop, type PayShop, payByCard, placeOne } from './pay-shop.ts';

let shop: PayShop;

beforeAll(async () => {
  shop = await createPayShop();
});

describe('an order with two attempts at the bank', () => {
  async function twoAtTheBank() {
    const placed = await placeOne(shop, 'card', 1);
    const asked: string[] = [];
    for (let turn = 0; turn < 2; turn += 1) {
      const { data } = await payByCard(shop, placed, cards.secondStep);
      asked.push(new URL(data!.redirect_url).searchParams.get('secret')!);
      shop.clock.advance(5_000);
    }
    return { placed, asked };
  }

  async function decide(secret: string, decision: 'confirm' | 'refuse') {
    await shop.visitSandbox('/gateway/second-step', { secret, decision });
    await shop.deliver();
  }

  for (const [first, second] of [
    [0, 1],
    [1, 0],
  ] as const) {
    it(`keeps its last piece when attempt ${first + 1} is refused, and is paid by the other [PAY-13]`, async () => {
      const { placed, asked } = await twoAtTheBank();
      await decide(asked[first]!, 'refuse');
      expect(await books(shop, placed)).toMatchObject({ status: 0, stock: 0 });
      const { product, variant } = placed;
      await expect(order(shop.visitor(), [{ product, variant }])).rejects.toThrow();
      await decide(asked[second]!, 'confirm');
      await shop.work();
      expect(await books(shop, placed)).toMatchObject({ status: 1, hold: '', moves: ['capture'], stock: 0 });
    });
  }

  it('fails and gives the piece back once every attempt is refused [PAY-06, PAY-13]', async () => {
    const { placed, asked } = await twoAtTheBank();
    for (const secret of asked) await decide(secret, 'refuse');
    expect(await books(shop, placed)).toMatchObject({ status: -1, stock: 1, moves: [] });
  });

  it('gives the piece back at the end of the hold when the other is never finished [PAY-13]', async () => {
    const { placed, asked } = await twoAtTheBank();
    await decide(asked[0]!, 'refuse');
    shop.clock.advance(16 * 60_000);
    await releaseLapsed(shop.services);
    expect(await books(shop, placed)).toMatchObject({ status: 0, stock: 1 });
  });
});
