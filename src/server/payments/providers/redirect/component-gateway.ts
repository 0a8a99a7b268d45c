/**
 * Gateways whose card form stands in the checkout: it hands out a token that is charged (ocean), or the gateway's kit
 * confirms in the browser what the shop has opened (airwallex).
 */
import { type CreateRequest, type PaymentProvider, ProviderError } from '../../../core/payment-provider.ts';
import { ProviderRefusal } from '../call-provider.ts';
import { cardCheckToken } from './card-check-token.ts';
import type { Outside } from './client.ts';
import type { Call, ComponentDescription } from './description.ts';
import type { GatewayKeys } from './environment.ts';
import { gatewayParts, valuesOf } from './gateway-parts.ts';
import { readPayment } from './wire.ts';

export function componentGateway(
  gateway: ComponentDescription,
  keys: GatewayKeys,
  outside: Outside,
): PaymentProvider {
  const { call, parts } = gatewayParts(gateway, keys, outside);
  const calls: Partial<Record<CreateRequest['flow'], Call>> = {
    ...(gateway.start && { kit: gateway.start }),
    ...(gateway.charge && { charge: gateway.charge }),
    ...(gateway.lookup && { lookup: gateway.lookup }),
  };
  const { capture, find } = gateway;
  return {
    ...parts,
    flows: Object.keys(calls) as CreateRequest['flow'][],
    ...(gateway.returnPath && { returnPath: gateway.returnPath }),
    ...(gateway.hasCardCheck && {
      cardCheckToken: (order) => cardCheckToken(keys, order, outside.now()),
    }),
    async create(request) {
      const made = calls[request.flow];
      if (!made) throw new ProviderError(`${gateway.name} cannot be paid this way.`);
      return readPayment(gateway, await call(made, valuesOf(gateway, request)));
    },
    capture: capture
      ? async (ref, requestId) => readPayment(gateway, await call(capture, { ref, requestId }))
      : parts.status,
    async find(requestId) {
      // What nobody was handed the secret of, nobody has confirmed.
      if (!find) return null;
      try {
        return readPayment(gateway, await call(find, { requestId }));
      } catch (error) {
        if (error instanceof ProviderRefusal && error.status === 404) return null;
        throw error;
      }
    },
  };
}
