/** The shop's server as in production, without pages; tests terminate and kill it. */
import { serve } from '@hono/node-server';
import { pino } from 'pino';
import { createApp } from '#server/api/app.ts';
import { readEnv } from '#server/core/env.ts';
import { closeServer } from '#server/process/close-server.ts';
import { InFlightTracker } from '#server/process/in-flight.ts';
import { onShutdown } from '#server/process/shutdown.ts';
import { startServices } from '#server/process/start-services.ts';

const env = readEnv({ ...process.env, PORT: '4999' });
const log = pino({ level: 'silent' });
const { services, stop } = await startServices(env, log);
const app = createApp(services);
const server = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, ({ port }) => console.log(port));
const underWay = new InFlightTracker();
underWay.watch(server as Parameters<InFlightTracker['watch']>[0]);
onShutdown(log, async () => {
  await closeServer(server as Parameters<typeof closeServer>[0], underWay);
  await stop();
});
