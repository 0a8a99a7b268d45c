/** Calls every endpoint of the contract as a shopper's browser does, and reads the stored data back. */
import { beforeAll, describe, expect, it } from 'vitest';
import { endpoints } from '#lib/contract/table.ts';
import { catalogueRows } from './catalogue.ts';
import { checkoutRows } from './checkouts.ts';
import { customerRows } from './customers.ts';
import { gatewayRows } from './gateways.ts';
import { paymentRows } from './payments.ts';
import { pixelRows } from './pixels.ts';
import { popupRows } from './popups.ts';
import { promotionRows } from './promotions.ts';
import { type Row, type ServedShop, serveShop } from './served-shop.ts';
import { siteRows } from './site.ts';
import { visitRows } from './visits.ts';

const walk: Record<string, Row> = {
  ...catalogueRows,
  ...promotionRows,
  ...checkoutRows,
  ...paymentRows,
  ...siteRows,
  ...customerRows,
  ...gatewayRows,
  ...visitRows,
  ...pixelRows,
  ...popupRows,
};

const documented = Object.values(endpoints).map(({ id }): string => id);
const ids = [...new Set(documented.filter((id) => id !== 'extension'))].sort();

it('calls every row, and none twice', () => {
  expect(ids).toHaveLength(116);
  expect(Object.keys(walk).sort()).toEqual(ids);
});

describe('on a running server', { timeout: 30_000 }, () => {
  let shop: ServedShop;
  beforeAll(async () => {
    shop = await serveShop();
  }, 120_000);

  for (const [id, row] of Object.entries(walk).sort()) {
    const calls = Object.entries(endpoints).filter(([, endpoint]) => endpoint.id === id);
    it(`${calls.map(([key]) => key).join(', ')} [${id}]`, () => row(shop));
  }
});
