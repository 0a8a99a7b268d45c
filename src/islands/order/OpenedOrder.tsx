import { memo } from 'react';
import { localPath } from '#client/language/local-path.ts';
import type { WireOrder } from '#lib/contract/wire-order.ts';
import { createTranslate } from '#lib/messages/format.ts';
import { type InitialShop, useShop } from '../currency/use-shop-texts.ts';
import { TextsContext } from '../use-texts.ts';
import type { OrderHelp } from './OrderHelp.tsx';
import { OrderPanel } from './OrderPanel.tsx';
import { orderPageTexts } from './texts.ts';

interface Props {
  shop: InitialShop;
  order: WireOrder;
  help: OrderHelp;
  /** True if the shopper has just looked up the order, which then receives focus. */
  isLookedUp?: boolean;
}

const focus = (element: HTMLElement | null) => element?.focus();

/** Renders an order on the order page, after a look-up by number or a click on an email link (ORD-04, ORD-19). */
export default memo(function OpenedOrder({ shop: initialShop, order, help, isLookedUp }: Props) {
  const { currency, texts } = useShop(initialShop);
  return (
    <div className="order-result" tabIndex={-1} ref={isLookedUp ? focus : undefined}>
      <TextsContext value={texts}>
        <OrderPanel {...{ order, currency, help }}>
          {/* Omits the access token of the current URL, which is useless for another order. */}
          <a className="link-row order-another no-print" href={localPath('/fulfillment')}>
            {createTranslate(orderPageTexts, texts)('checkAnotherOrder')}
          </a>
        </OrderPanel>
      </TextsContext>
    </div>
  );
});
