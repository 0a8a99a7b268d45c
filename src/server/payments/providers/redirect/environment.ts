/** Derives a gateway's keys and URLs from environment variables. */
import type { ProviderName } from '#lib/contract/provider-names.ts';
import type { Env } from '../../../core/env.ts';
import type { SandboxAddress } from '../../../core/payment-provider.ts';

export interface GatewayKeys extends LiveKeys {
  name: ProviderName;
  /** URL to which the gateway sends its webhooks. */
  noticeUrl: string;
  /** True if no real money moves: in our sandbox or in the gateway's. */
  isTest: boolean;
}

export interface LiveKeys {
  /** Base URL of the gateway's API, which the shop's server calls. */
  api: string;
  /** Origin from which browsers load the gateway's card form or SDK. */
  web: string;
  /** Merchant account that receives the payments; '' if the gateway reports no payee. */
  account: string;
  clientId: string;
  secret: string;
  webhookSecret: string;
  /** Environment that the gateway's browser SDK uses. */
  environment: 'demo' | 'prod';
}

/**
 * Returns the gateway's keys if they are set, otherwise the sandbox's; null if there are neither.
 * @param live the gateway's real keys, null if they are not set
 * @param played values for the sandbox that differ from those of other gateways
 */
export function gatewayKeys(
  name: ProviderName,
  env: Env,
  sandbox: SandboxAddress | null,
  live: LiveKeys | null,
  played: Partial<LiveKeys> = {},
): GatewayKeys | null {
  const noticeUrl = `${env.SITE_URL}/api/v1/webhooks/${name}`;
  if (live) return { ...live, name, noticeUrl, isTest: live.environment !== 'prod' };
  if (!sandbox) return null;
  const secret = `sandbox-${name}-secret`;
  return {
    ...{
      name,
      noticeUrl,
      api: `${sandbox.api}/${name}`,
      web: sandbox.web,
      environment: 'demo',
      isTest: true,
    },
    // The sandbox's keys are public (src/sandbox/gateways/sandbox-gateway.ts), because no real money moves there.
    ...{ account: `sandbox-${name}-account`, clientId: `sandbox-${name}-client` },
    ...{ secret, webhookSecret: secret },
    ...played,
  };
}
