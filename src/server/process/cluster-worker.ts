/** Runs a cluster worker, which serves the shop until the primary process stops it or dies. */
import type { Env } from '../core/env.ts';
import { openLog } from './log.ts';
import { serve } from './serve.ts';
import { onShutdown } from './shutdown.ts';

export async function runClusterWorker(env: Env): Promise<void> {
  const logs = openLog(env);
  onShutdown(logs.log, await serve(env, logs));
}
