/** Where the sandbox answers. A pure reading of the environment. */
import { type Env, isLoopback } from '../core/env.ts';

/** Addresses that mean every interface of the machine. */
const everywhere = new Set(['0.0.0.0', '::', '']);

/** How this machine reaches a process of its own that listens on `host`. */
export function reachable(host: string): string {
  if (everywhere.has(host)) return 'localhost';
  if (host === '127.0.0.1' || host === '::1') return 'localhost';
  return host.includes(':') ? `[${host}]` : host;
}

/** Where the shop's server reaches the sandbox. */
export function sandboxUrl(env: Env): string {
  const own = `http://${reachable(env.SANDBOX_HOST)}:${env.SANDBOX_PORT}`;
  return (env.SANDBOX_URL ?? own).replace(/\/+$/, '');
}

/** Where browsers reach it: one that listens everywhere is opened by the name under which the shop is opened. */
export function sandboxWebUrl(env: Env): string {
  if (env.SANDBOX_URL || !everywhere.has(env.SANDBOX_HOST) || isLoopback(env.SITE_URL))
    return sandboxUrl(env);
  return `http://${new URL(env.SITE_URL).hostname}:${env.SANDBOX_PORT}`;
}
