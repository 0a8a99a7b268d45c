/** A DOM for components that are compiled for the server: Vitest's own happy-dom environment compiles them for the browser. */
import { builtinEnvironments, type Environment } from 'vitest/runtime';

export default {
  ...builtinEnvironments['happy-dom'],
  name: 'dom-on-server',
  viteEnvironment: 'ssr',
} satisfies Environment;
