/** The provider that a gateway's description makes. */
import type { PaymentProvider } from '../../../core/payment-provider.ts';
import { airwallex } from '../airwallex/provider.ts';
import { pingpong } from '../pingpong/provider.ts';
import { apia } from './apia.ts';
import type { Outside } from './client.ts';
import { componentGateway } from './component-gateway.ts';
import type { ComponentDescription, RedirectDescription } from './description.ts';
import type { GatewayKeys, GatewayName } from './environment.ts';
import { getpay } from './getpay.ts';
import { linwei } from './linwei.ts';
import { ocean } from './ocean.ts';
import { redirectGateway } from './redirect-gateway.ts';

export const gatewayDescriptions: Record<GatewayName, RedirectDescription | ComponentDescription> = {
  ...{ getpay, apia, linwei, pingpong, ocean, airwallex },
};

export function gatewayProvider(keys: GatewayKeys, outside: Outside): PaymentProvider {
  const gateway = gatewayDescriptions[keys.name];
  return gateway.kind === 'redirect'
    ? redirectGateway(gateway, keys, outside)
    : componentGateway(gateway, keys, outside);
}
