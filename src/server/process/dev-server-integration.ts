/**
 * Astro integration for `npm run dev`: Astro's dev server also serves the API and sets the same `locals` as server.ts, from sources that
 * Vite reloads when they are edited.
 */
import type { Server } from 'node:net';
import type { AstroIntegration } from 'astro';
import type { ViteDevServer } from 'vite';
import { readEnv } from '../core/env.ts';
import { setLocals } from '../pages/astro-internals.ts';
import type { DevServer } from './dev-server.ts';
import { superviseSandbox } from './sandbox-child.ts';

/** Returns the Astro integration that astro.config.mjs uses. */
export function devServerIntegration(): AstroIntegration {
  return {
    name: 'atoll-shop-in-development',
    hooks: {
      'astro:server:setup': ({ server, logger }) => {
        serveInDevelopment(server);
        server.httpServer?.once('listening', async () => {
          followPort(server.httpServer?.address() ?? null);
          const sandbox = await superviseSandbox(readEnv(process.env), {
            info: (fields: object, message: string) => logger.info(`${message} ${JSON.stringify(fields)}`),
            warn: (fields: object, message: string) => logger.warn(`${message} ${JSON.stringify(fields)}`),
          });
          server.httpServer?.once('close', () => void sandbox?.stop());
        });
      },
    },
  };
}

/** Sets PORT to the port that Vite listens on (from `--port`, or the next free one), because SITE_URL is derived from PORT (env.ts). */
function followPort(address: ReturnType<Server['address']>): void {
  if (address && typeof address === 'object') process.env.PORT = String(address.port);
}

function serveInDevelopment(vite: ViteDevServer): void {
  let current: DevServer | null = null;
  vite.middlewares.use((request, response, next) => {
    load(vite)
      .then(async (loaded) => {
        if (loaded !== current) {
          await current?.stop();
          current = loaded;
        }
        if (loaded.answer(request, response)) return;
        const { context, address } = await loaded.pageRequest(request);
        setLocals(request, context.locals);
        request.url = address;
        next();
      })
      .catch(next);
  });
  vite.httpServer?.once('close', () => void current?.stop());
}

async function load(vite: ViteDevServer): Promise<DevServer> {
  const module = (await vite.ssrLoadModule(
    '/src/server/process/dev-server.ts',
  )) as typeof import('./dev-server.ts');
  return module.getDevServer();
}
