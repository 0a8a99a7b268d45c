// @ts-check
import node from '@astrojs/node';
import react from '@astrojs/react';
import { defineConfig } from 'astro/config';
import { intent } from './src/client/intent/integration.ts';
import { readEnv } from './src/server/core/env.ts';
import { adminScript } from './src/server/pages/admin-script.ts';
import { pageScripts } from './src/server/pages/page-scripts.ts';
import { devServerIntegration } from './src/server/process/dev-server-integration.ts';

export default defineConfig({
  output: 'server',
  session: false,
  // `--port` wins over it; the shop's address follows whichever is listened on (server/process/dev-server-integration.ts).
  server: ({ command }) => (command === 'dev' ? { port: readEnv(process.env).PORT } : {}),
  // Not streamed: a component may set headers of the answer, and a page that breaks shows the 500 page.
  adapter: node({ mode: 'middleware', experimentalDisableStreaming: true }),
  // A stream for each island took a fifth of a product page's time; no island waits for anything on the server.
  integrations: [
    react({ experimentalDisableStreaming: true }),
    intent(),
    pageScripts(),
    adminScript(),
    devServerIntegration(),
  ],
  devToolbar: { enabled: false },
});
