/** Which gateways of R72 this process talks to, and with which keys. A pure reading of the environment. */
import type { Env } from '../../../core/env.ts';

export const gatewayNames = ['getpay', 'apia', 'linwei', 'pingpong', 'ocean', 'airwallex'] as const;
export type GatewayName = (typeof gatewayNames)[number];

export interface GatewayKeys {
  name: GatewayName;
  /** Where the shop's server reaches it. */
  api: string;
  /** Where browsers get its card form or kit. */
  web: string;
  /** Where it sends its webhooks. */
  noticeUrl: string;
  /** Whom it pays; '' where the gateway names nobody. */
  account: string;
  clientId: string;
  secret: string;
  webhookSecret: string;
  /** What its kit in the browser is told. */
  environment: 'demo' | 'prod';
  isSandbox: boolean;
  /** No money moves: played by the sandbox, or the gateway's own trial. */
  isTest: boolean;
}

/** The sandbox's keys are public (src/sandbox/gateways/played-gateway.ts): it moves no money. */
function sandboxKeys(
  name: GatewayName,
): Pick<GatewayKeys, 'account' | 'clientId' | 'secret' | 'webhookSecret'> {
  return {
    account: name === 'airwallex' ? '' : `sandbox-${name}-account`,
    clientId: `sandbox-${name}-client`,
    secret: `sandbox-${name}-secret`,
    webhookSecret: name === 'airwallex' ? `sandbox-${name}-webhook-secret` : `sandbox-${name}-secret`,
  };
}

/** Whether somebody means real money: by any key of a gateway, or by the word production. */
export function hasGatewayKeys(env: Env): boolean {
  const keys = [
    ...[env.AIRWALLEX_CLIENT_ID, env.AIRWALLEX_API_KEY, env.AIRWALLEX_WEBHOOK_SECRET],
    ...[env.PINGPONG_CLIENT_ID, env.PINGPONG_ACC_ID, env.PINGPONG_SALT],
  ];
  const environments = [env.AIRWALLEX_ENVIRONMENT, env.PINGPONG_ENVIRONMENT];
  return keys.some((key) => key !== undefined) || environments.includes('production');
}

/**
 * The gateways that are there: with keys the gateway itself, else the sandbox that plays it.
 * @param sandbox where it answers, null where it may not be used
 */
export function gatewayEnvironment(
  env: Env,
  sandbox: { api: string; web: string } | null,
): ReadonlyMap<string, GatewayKeys> {
  const found = gatewayNames.flatMap((name): [string, GatewayKeys][] => {
    const live = liveKeys(env, name);
    const noticeUrl = `${env.SITE_URL}/api/v1/webhooks/${name}`;
    if (live)
      return [[name, { ...live, name, noticeUrl, isSandbox: false, isTest: live.environment !== 'prod' }]];
    if (!sandbox) return [];
    const where = { api: `${sandbox.api}/${name}`, web: sandbox.web, environment: 'demo' as const };
    return [[name, { ...where, ...sandboxKeys(name), name, noticeUrl, isSandbox: true, isTest: true }]];
  });
  return new Map(found);
}

/** Only gateways with public documentation have keys; those of the others end the start (src/server/core/env.ts). */
function liveKeys(
  env: Env,
  name: GatewayName,
): Omit<GatewayKeys, 'name' | 'noticeUrl' | 'isSandbox' | 'isTest'> | null {
  if (name === 'airwallex' && env.AIRWALLEX_CLIENT_ID && env.AIRWALLEX_API_KEY) {
    const isLive = env.AIRWALLEX_ENVIRONMENT === 'production';
    return {
      api: isLive ? 'https://api.airwallex.com' : 'https://api-demo.airwallex.com',
      web: 'https://static.airwallex.com',
      account: '',
      clientId: env.AIRWALLEX_CLIENT_ID,
      secret: env.AIRWALLEX_API_KEY,
      webhookSecret: env.AIRWALLEX_WEBHOOK_SECRET ?? '',
      environment: isLive ? 'prod' : 'demo',
    };
  }
  if (name === 'pingpong' && env.PINGPONG_CLIENT_ID && env.PINGPONG_ACC_ID && env.PINGPONG_SALT) {
    const isLive = env.PINGPONG_ENVIRONMENT === 'production';
    return {
      api: `https://${isLive ? '' : 'sandbox-'}acquirer-payment.pingpongx.com`,
      web: '',
      account: env.PINGPONG_ACC_ID,
      clientId: env.PINGPONG_CLIENT_ID,
      secret: env.PINGPONG_SALT,
      webhookSecret: env.PINGPONG_SALT,
      environment: isLive ? 'prod' : 'demo',
    };
  }
  return null;
}
