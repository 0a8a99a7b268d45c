/** Derives the payment sandbox's URLs from environment variables. */
import { type Env, isLoopback } from '../core/env.ts';

/** Listen addresses that bind to all network interfaces. */
const everywhere = new Set(['0.0.0.0', '::', '']);

/** Returns the host name for connecting, from the same machine, to a process that listens on `host`. */
export function toReachableHost(host: string): string {
  if (everywhere.has(host)) return 'localhost';
  if (host === '127.0.0.1' || host === '::1') return 'localhost';
  return host.includes(':') ? `[${host}]` : host;
}

/** Returns the URL at which the shop's server reaches the sandbox. */
export function sandboxUrl(env: Env): string {
  const defaultUrl = `http://${toReachableHost(env.SANDBOX_HOST)}:${env.SANDBOX_PORT}`;
  return (env.SANDBOX_URL ?? defaultUrl).replace(/\/+$/, '');
}

/** Returns the sandbox URL for browsers. If the sandbox listens on all interfaces, the URL contains the shop's host name. */
export function sandboxWebUrl(env: Env): string {
  if (env.SANDBOX_URL || !everywhere.has(env.SANDBOX_HOST) || isLoopback(env.SITE_URL))
    return sandboxUrl(env);
  return `http://${new URL(env.SITE_URL).hostname}:${env.SANDBOX_PORT}`;
}
