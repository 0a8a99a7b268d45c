/** Gateways where the shopper pays on the gateway's own page and comes back (v2): getpay, apia, linwei, pingpong. */
import type { PaymentProvider } from '../../../core/payment-provider.ts';
import type { Outside } from './client.ts';
import type { RedirectDescription } from './description.ts';
import type { GatewayKeys } from './environment.ts';
import { gatewayParts, valuesOf } from './gateway-parts.ts';
import { readPayment } from './wire.ts';

export function redirectGateway(
  gateway: RedirectDescription,
  keys: GatewayKeys,
  outside: Outside,
): PaymentProvider {
  const { call, parts } = gatewayParts(gateway, keys, outside);
  return {
    ...parts,
    flows: ['redirect'],
    create: async (request) => readPayment(gateway, await call(gateway.create, valuesOf(gateway, request))),
    // The gateway takes the money when the shopper agrees; there is nothing left to do but to look.
    capture: parts.status,
    /** Nobody was sent to a page whose address was never learned, so it takes no money. */
    find: async () => null,
  };
}
