// @ts-check
import react from '@astrojs/react';
import { defineConfig } from 'astro/config';
import { intent } from './src/islands/intent/integration.ts';
import { atoll } from './src/server/astro/integration.ts';
import { readEnv } from './src/server/env.ts';

export default defineConfig({
  output: 'server',
  session: false,
  // `--port` wins over it; the shop's address follows whichever is listened on (astro/integration.ts).
  server: ({ command }) => (command === 'dev' ? { port: readEnv(process.env).PORT } : {}),
  adapter: atoll(),
  integrations: [react(), intent()],
  devToolbar: { enabled: false },
});
