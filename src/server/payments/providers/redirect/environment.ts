/** The keys by which a described gateway is spoken to. A pure reading of the environment. */
import type { ProviderName } from '#lib/contract/provider-names.ts';
import type { Env } from '../../../core/env.ts';
import type { SandboxAddress } from '../../../core/payment-provider.ts';

export interface GatewayKeys extends LiveKeys {
  name: ProviderName;
  /** Where it sends its webhooks. */
  noticeUrl: string;
  /** No money moves: played by the sandbox, or the gateway's own trial. */
  isTest: boolean;
}

/** What a gateway's own addresses and keys are. */
export interface LiveKeys {
  /** Where the shop's server reaches it. */
  api: string;
  /** Where browsers get its card form or kit. */
  web: string;
  /** Whom it pays; '' where the gateway names nobody. */
  account: string;
  clientId: string;
  secret: string;
  webhookSecret: string;
  /** Values for its kit in the browser. */
  environment: 'demo' | 'prod';
}

/**
 * Keys of the gateway itself, else of the sandbox that plays it; null where neither is there.
 * @param live its own, null for none
 * @param played what the sandbox has otherwise than for most gateways
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
    // The sandbox's keys are public (src/sandbox/gateways/played-gateway.ts): it moves no money.
    ...{ account: `sandbox-${name}-account`, clientId: `sandbox-${name}-client` },
    ...{ secret, webhookSecret: secret },
    ...played,
  };
}
