/** Keys and URLs of a described gateway, derived only from the environment. */
import type { ProviderName } from '#lib/contract/provider-names.ts';
import type { Env } from '../../../core/env.ts';
import type { SandboxAddress } from '../../../core/payment-provider.ts';

export interface GatewayKeys extends LiveKeys {
  name: ProviderName;
  /** URL to which it sends its webhooks. */
  noticeUrl: string;
  /** No money moves: either our sandbox or the gateway's. */
  isTest: boolean;
}

export interface LiveKeys {
  /** URL for the shop's server. */
  api: string;
  /** Origin from which browsers load its card form or script. */
  web: string;
  /** The payee; '' if the gateway names none. */
  account: string;
  clientId: string;
  secret: string;
  webhookSecret: string;
  /** Environment that its script in the browser uses. */
  environment: 'demo' | 'prod';
}

/**
 * Returns the keys of the gateway, else of the sandbox; null without either.
 * @param live the gateway's keys, null if they are not set
 * @param played values for the sandbox that differ from other gateways
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
    // The sandbox's keys are public (src/sandbox/gateways/sandbox-gateway.ts), because it moves no money.
    ...{ account: `sandbox-${name}-account`, clientId: `sandbox-${name}-client` },
    ...{ secret, webhookSecret: secret },
    ...played,
  };
}
