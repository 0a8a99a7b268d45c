/**
 * Joins Astro to our own server: the built pages export one `render` for server.ts (instead of an adapter that listens),
 * and the development server answers the API and fills the same `locals`, reloaded by Vite's runner.
 */
import type { Server } from 'node:net';
import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';
import type { ViteDevServer } from 'vite';
import { readEnv } from '../core/env.ts';
import { superviseSandbox } from '../process/sandbox-child.ts';
import type { DevServer } from './dev-server.ts';
import { inlineScripts } from './inline-scripts.ts';
import { plainImports } from './plain-imports.ts';
import { scriptGroups } from './script-groups.ts';
import { writePagesAtOnce } from './write-pages-at-once.ts';

/** Where Astro's own servers look for a request's `locals`. */
const localsSymbol = Symbol.for('astro.locals');

export function atoll(): AstroIntegration {
  return {
    name: 'atoll',
    hooks: {
      'astro:config:setup': async ({ updateConfig, addRenderer, addWatchFile }) => {
        // Before the one of @astrojs/react, whose part for the browser it keeps.
        addRenderer({
          name: '@astrojs/react',
          clientEntrypoint: '@astrojs/react/client.js',
          serverEntrypoint: fileURLToPath(new URL('./react-renderer.ts', import.meta.url)),
        });
        const inline = await inlineScripts();
        for (const file of inline.files) addWatchFile(file);
        updateConfig({
          security: { csp: { algorithm: 'SHA-256', scriptDirective: { hashes: inline.hashes } } },
          vite: { plugins: [inline.plugin, writePagesAtOnce(), plainImports(), scriptGroups()] },
        });
      },
      'astro:config:done': ({ setAdapter }) => {
        setAdapter({
          name: 'atoll',
          entrypointResolution: 'auto',
          serverEntrypoint: new URL('./entry.ts', import.meta.url),
          adapterFeatures: { buildOutput: 'server', middlewareMode: 'classic' },
          supportedAstroFeatures: {
            serverOutput: 'stable',
            hybridOutput: 'stable',
            sharpImageService: 'stable',
          },
        });
      },
      'astro:server:setup': ({ server, logger }) => {
        serveInDevelopment(server);
        server.httpServer?.once('listening', async () => {
          followPort(server.httpServer?.address() ?? null);
          const sandbox = await superviseSandbox(readEnv(process.env), logger);
          server.httpServer?.once('close', () => void sandbox?.stop());
        });
      },
    },
  };
}

/** The port that is really listened on, of `--port` or the next that was free: what the shop's address is made of (env.ts). */
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
        const { visit, address } = await loaded.visit(request);
        Reflect.set(request, localsSymbol, visit.locals);
        request.url = address;
        next();
      })
      .catch(next);
  });
  vite.httpServer?.once('close', () => void current?.stop());
}

async function load(vite: ViteDevServer): Promise<DevServer> {
  const module = (await vite.ssrLoadModule('/src/server/astro/dev-server.ts')) as {
    devServer: () => Promise<DevServer>;
  };
  return module.devServer();
}
