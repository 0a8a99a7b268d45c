/** Files that the shop serves from its root, such as /logo.svg: those of public/, which a build copies into dist/client/. */
import { globSync } from 'node:fs';

const folders = ['../../../public/', '../../../dist/client/'].map(
  (path) => new URL(path, import.meta.url).pathname,
);

/** Returns their paths, each with a slash at its front. */
export function rootFiles(): Set<string> {
  const files = folders.flatMap((cwd) => globSync('**/*', { cwd, exclude: ['_astro/**'] }));
  return new Set(files.map((file) => `/${file.replaceAll('\\', '/')}`));
}
