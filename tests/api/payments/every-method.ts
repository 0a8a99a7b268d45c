import { paymentSettings } from '#server/payments/settings.ts';
import { writeSetting } from '#server/settings/store.ts';
import type { TestShop } from '../harness.ts';

const gatewayNames = ['getpay', 'apia', 'linwei', 'pingpong', 'ocean', 'airwallex'] as const;
const flows = { ocean: 'card', airwallex: 'kit' } as const;

export function takeEveryMethod(shop: TestShop): Promise<void> {
  const methods = [
    ...paymentSettings.parse({}).methods,
    ...gatewayNames.map((name) => ({
      ...{ method: name, provider: name, title: name },
      flow: name === 'ocean' || name === 'airwallex' ? flows[name] : ('redirect' as const),
    })),
  ];
  return shop.db.transaction((trx) =>
    writeSetting(trx, 'payments', paymentSettings, { methods }, shop.clock.now()),
  );
}
