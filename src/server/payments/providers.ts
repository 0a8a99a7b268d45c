/** The providers of R72: each folder of `providers/` defines its own, and is found by its place. */
import { readdirSync } from 'node:fs';
import { type Env, isLoopback } from '../core/env.ts';
import type {
  Outside,
  PaymentHosts,
  PaymentProvider,
  PaymentProviders,
  ProviderDefinition,
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

/** Where payment providers sign what they send. */
export const signatureHeaders: readonly string[] = definitions.flatMap(
  ({ signatureHeaders = [] }) => signatureHeaders,
);

/**
 * Checks whether this shop may pay with the sandbox: on a developer's machine, or with PAYMENTS=sandbox. A shop with a provider's keys, or with
 * a production setting, takes real money: there no order may be paid by a webhook that is signed with a public secret.
 */
export function mayUseSandbox(env: Env): boolean {
  if (env.PAYMENTS !== undefined) return env.PAYMENTS === 'sandbox';
  return !definitions.some(({ hasKeys }) => hasKeys(env)) && isLoopback(env.SITE_URL);
}

/** Where the sandbox answers; null where it may not be used. */
export function sandboxOf(env: Env): SandboxAddress | null {
  return mayUseSandbox(env) ? { api: sandboxUrl(env), web: sandboxWebUrl(env) } : null;
}

/** @returns configured providers; the other names of R72 are absent and refused as not configured */
export function createProviders(env: Env, outside: Outside): PaymentProviders {
  if (env.PAYMENTS === 'off') return new Map();
  const sandbox = sandboxOf(env);
  const opened = definitions.flatMap(({ open }) => open(env, outside, sandbox) ?? []);
  return new Map(opened.map((provider) => [provider.name, provider]));
}

/** What pages load from these providers (docs/decisions/08-security-policy.md). */
export function paymentHosts(providers: Iterable<PaymentProvider>): PaymentHosts {
  return joinHosts([...providers].map(({ hosts = {} }) => hosts));
}

/** What pages load from a provider, configured here or not. @param web origin of its form or kit; '' for its own */
export function hostsOf(name: string, web: string): Partial<PaymentHosts> {
  const definition = definitions.find((definition) => definition.name === name);
  return definition?.hosts?.(web) ?? (web === '' ? {} : { script: [web], frame: [web] });
}

/** All of these hosts, each once. */
export function joinHosts(all: readonly Partial<PaymentHosts>[]): PaymentHosts {
  const of = (directive: keyof PaymentHosts) => [...new Set(all.flatMap((hosts) => hosts[directive] ?? []))];
  return { script: of('script'), frame: of('frame'), connect: of('connect'), img: of('img') };
}
