/** The shop's server without its pages: database, API and jobs as in production. Tests kill it. */
import { serve } from '@hono/node-server';
import { pino } from 'pino';
import { createApp } from '#server/api/app.ts';
import { readEnv } from '#server/core/env.ts';
import { jobHandlers, recurringJobs } from '#server/jobs/table.ts';
import { startServices } from '#server/process/start-services.ts';
import { startJobs } from '#server/queue/start-jobs.ts';

const env = readEnv(process.env);
const { services } = await startServices(env, pino({ level: 'silent' }));
const app = createApp(services);
await new Promise<void>((resolve) =>
  serve({ fetch: app.fetch, port: env.PORT, hostname: '127.0.0.1' }, () => resolve()),
);
await startJobs(services, jobHandlers, recurringJobs);
console.log('ready');
