/**
 * Loads the payment providers (R72): imports `provider.ts` from every folder of `providers/` and collects the provider definitions that it
 * exports.
 */
import { readdirSync } from 'node:fs';
import { type Env, isLoopback } from '../core/env.ts';
import type {
  PaymentHosts,
  PaymentProvider,
  PaymentProviders,
  ProviderDefinition,
  ProviderDependencies,
  SandboxAddress,
} from '../core/payment-provider.ts';
import { sandboxUrl, sandboxWebUrl } from './sandbox.ts';

const folders = readdirSync(new URL('./providers/', import.meta.url), { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name)
  .sort();
const modules: { providers: readonly ProviderDefinition[] }[] = await Promise.all(
  folders.map((folder) => import(`./providers/${folder}/provider.ts`)),
);
const definitions = modules.flatMap(({ providers }) => providers);

/** Request headers that contain the signatures of payment providers' webhooks. */
export const signatureHeaders: readonly string[] = definitions.flatMap(
  ({ signatureHeaders = [] }) => signatureHeaders,
);

/**
 * Returns whether this shop may use the payment sandbox: with PAYMENTS=sandbox or, if PAYMENTS is not set, at a localhost URL without any
 * provider's keys or production setting. A shop with real keys takes real money, so a webhook signed with the sandbox's public secret must
 * not mark its orders as paid.
 */
export function mayUseSandbox(env: Env): boolean {
  if (env.PAYMENTS !== undefined) return env.PAYMENTS === 'sandbox';
  return !definitions.some(({ hasKeys }) => hasKeys(env)) && isLoopback(env.SITE_URL);
}

/** Returns the URLs of the sandbox; null if this shop may not use it. */
export function getSandboxUrls(env: Env): SandboxAddress | null {
  return mayUseSandbox(env) ? { api: sandboxUrl(env), web: sandboxWebUrl(env) } : null;
}

/**
 * Creates the configured payment providers. The other providers of R72 are absent from the map, and requests that name them fail as not
 * configured.
 */
export function createProviders(env: Env, outside: ProviderDependencies): PaymentProviders {
  if (env.PAYMENTS === 'off') return new Map();
  const sandbox = getSandboxUrls(env);
  const opened = definitions.flatMap(({ open }) => open(env, outside, sandbox) ?? []);
  return new Map(opened.map((provider) => [provider.name, provider]));
}

/** Returns the hosts from which pages load these providers' scripts, frames and images (docs/decisions/08-security-policy.md). */
export function paymentHosts(providers: Iterable<PaymentProvider>): PaymentHosts {
  return joinHosts([...providers].map(({ hosts = {} }) => hosts));
}

/**
 * Returns the hosts from which pages load a provider's form or script, even if this shop has not configured the provider.
 * @param web origin of the card form or script; '' for the provider's default origin
 */
export function getProviderHosts(name: string, web: string): Partial<PaymentHosts> {
  const definition = definitions.find((definition) => definition.name === name);
  return definition?.hosts?.(web) ?? (web === '' ? {} : { script: [web], frame: [web] });
}

export function joinHosts(all: readonly Partial<PaymentHosts>[]): PaymentHosts {
  const of = (directive: keyof PaymentHosts) => [...new Set(all.flatMap((hosts) => hosts[directive] ?? []))];
  return { script: of('script'), frame: of('frame'), connect: of('connect'), img: of('img') };
}
