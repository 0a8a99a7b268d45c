import { expect, it } from 'vitest';
import { writeSetting } from '#server/settings/store.ts';
import { settingSchemas } from '#server/theme/settings.ts';
import { createTestShop } from '../harness.ts';

it('the trust panel is what the merchant has set, and on no page before that [API-021, TRUST-06, TRUST-13]', async () => {
  const shop = await createTestShop();
  const visitor = shop.visitor();
  const trust = () => visitor.data('GET /api/v2/shop/trust/get');
  expect(await trust()).toMatchObject({
    contents: '[]',
    product_detail_visible: false,
    shopping_cart_visible: false,
    checkout_visible: false,
  });
  const set = {
    topic_color: '#123456',
    contents: '[{"title":"Returns","visible":true,"items":[]}]',
    product_detail_visible: true,
    product_detail_type: 2,
    shopping_cart_visible: false,
    shopping_cart_type: 1,
    checkout_visible: true,
    checkout_type: 2,
  };
  await shop.db.transaction((trx) => writeSetting(trx, 'trust', settingSchemas.trust, set, shop.clock.now()));
  expect(await trust()).toEqual(set);
});
