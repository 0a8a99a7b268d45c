// @ts-check
import react from '@astrojs/react';
import { defineConfig } from 'astro/config';
import { intent } from './src/islands/intent/integration.ts';
import { atoll } from './src/server/astro/integration.ts';

export default defineConfig({
  output: 'server',
  session: false,
  cache: { provider: { name: 'atoll', entrypoint: './src/server/cache/provider.ts' } },
  adapter: atoll(),
  integrations: [react(), intent()],
  devToolbar: { enabled: false },
});
