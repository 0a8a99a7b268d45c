/** A DOM beside components that are compiled for the server: Vitest's own happy-dom would have them compiled for the browser. */
import { builtinEnvironments, type Environment } from 'vitest/runtime';

export default {
  ...builtinEnvironments['happy-dom'],
  name: 'dom-on-server',
  viteEnvironment: 'ssr',
} satisfies Environment;
