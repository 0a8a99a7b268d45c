/** Puts the shop's services together from the environment; the one place that chooses implementations. */
import { pino } from 'pino';
import type { Env } from './env.ts';
import type { Services } from './services.ts';

export interface Started {
  services: Services;
  stop(): Promise<void>;
}

export async function start(env: Env): Promise<Started> {
  const log = pino({ level: env.LOG_LEVEL });
  const services = { env, log, now: Date.now, fetch: globalThis.fetch } as Services;
  return { services, stop: async () => {} };
}
