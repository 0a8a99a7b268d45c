/**
 * Writes what every surface of the bag begins with as one script. Cut into the pieces that are shared, as a bundler does by
 * itself, it weighs a tenth more: nothing is compressed across scripts.
 */
import type { Plugin } from 'vite';

/** All of it is needed by whoever needs any of it: the island of the bag, the product form, the cards' quick add. */
const modules =
  /\/src\/(?:islands\/adding\/tell-later|lib\/announce|lib\/bag\/(?:actions|badge|bag-store|bag-view|capacity|changes|line|sameness|store|stored-bag))\.ts$/;

export function oneBagChunk(): Plugin {
  return {
    name: 'atoll-one-bag-chunk',
    apply: 'build',
    configEnvironment(name) {
      if (name !== 'client') return;
      const groups = [{ name: 'bag', test: modules, includeDependenciesRecursively: false }];
      return {
        build: {
          rolldownOptions: {
            preserveEntrySignatures: 'allow-extension',
            output: { codeSplitting: { groups } },
          },
        },
      };
    },
  };
}
