/** The shop's server as in production, without pages; tests terminate and kill it. */
import { serve } from '@hono/node-server';
import { pino } from 'pino';
import { createApp } from '#server/api/app.ts';
import { readEnv } from '#server/core/env.ts';
import { closeServer } from '#server/process/close-server.ts';
import { InFlight } from '#server/process/in-flight.ts';
import { onEnd } from '#server/process/shutdown.ts';
import { start } from '#server/process/start.ts';

const env = readEnv({ ...process.env, PORT: '4999' });
const log = pino({ level: 'silent' });
const { services, stop } = await start(env, log);
const app = createApp(services);
const server = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, ({ port }) => console.log(port));
const underWay = new InFlight();
underWay.watch(server as Parameters<InFlight['watch']>[0]);
onEnd(log, async () => {
  await closeServer(server as Parameters<typeof closeServer>[0], underWay);
  await stop();
});
