/** Production entry: page cache, API, static files, then Astro's pages. */
import { createServer } from 'node:http';
import { readEnv } from './src/server/env.ts';
import { answer } from './src/server/http/front.ts';
import { start } from './src/server/start.ts';

const env = readEnv(process.env);
process.env.NODE_ENV = 'production';
const { services, stop } = await start(env);
const listener = await answer(services);
const server = createServer(listener);
server.listen(env.PORT, env.HOST, () => services.log.info(`Atoll serves ${env.SITE_URL}`));

for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  process.once(signal, () => {
    server.close(() => void stop());
    server.closeIdleConnections();
  });
}
