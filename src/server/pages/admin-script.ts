/**
 * Astro integration that builds the admin (src/admin) apart from the pages. In one build, both would share scripts, and every page of
 * the shop would load a few hundred bytes that only the admin needs.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';
import { build, type Plugin } from 'vite';

const entry = 'src/admin/main.tsx';
/** Module whose default export is the URL of the admin's first script. */
const name = 'virtual:admin';
const developmentName = 'virtual:admin-development';

interface BuiltFile {
  fileName: string;
  content: string | Uint8Array;
  isEntry: boolean;
}

async function buildAdmin(root: URL): Promise<BuiltFile[]> {
  const result = await build({
    configFile: false,
    root: fileURLToPath(root),
    logLevel: 'error',
    publicDir: false,
    build: {
      write: false,
      target: 'es2022',
      modulePreload: { polyfill: false },
      rolldownOptions: {
        input: fileURLToPath(new URL(entry, root)),
        output: {
          entryFileNames: '_astro/admin.[hash].js',
          chunkFileNames: '_astro/admin-[name].[hash].js',
          assetFileNames: '_astro/admin-[name].[hash][extname]',
        },
      },
    },
  });
  const { output } = (Array.isArray(result) ? result[0] : result) as unknown as {
    output: {
      type: string;
      fileName: string;
      code: string;
      source: string | Uint8Array;
      isEntry?: boolean;
    }[];
  };
  return output.map(({ type, fileName, code, source, isEntry }) => ({
    fileName,
    content: type === 'chunk' ? code : source,
    isEntry: isEntry === true,
  }));
}

function adminModule(url: string): Plugin {
  const modules = new Map([
    [name, `export default ${JSON.stringify(url)};`],
    // The preamble of React's hot reload, which must run before any component is loaded.
    [
      developmentName,
      `import { injectIntoGlobalHook } from '/@react-refresh';
injectIntoGlobalHook(window);
window.$RefreshReg$ = () => {};
window.$RefreshSig$ = () => (type) => type;
await import('/${entry}');`,
    ],
  ]);
  return {
    name: 'atoll-admin',
    resolveId: (id) => (modules.has(id) ? `\0${id}` : null),
    load: (id) => (id.startsWith('\0') ? modules.get(id.slice(1)) : null),
  };
}

/** Returns the integration for astro.config.mjs. */
export function adminScript(): AstroIntegration {
  let files: BuiltFile[] = [];
  return {
    name: 'atoll-admin',
    hooks: {
      'astro:config:setup': async ({ command, config, updateConfig }) => {
        if (command === 'build') files = await buildAdmin(config.root);
        const built = files.find(({ isEntry }) => isEntry);
        const url = built ? `/${built.fileName}` : `/@id/__x00__${developmentName}`;
        updateConfig({ vite: { plugins: [adminModule(url)] } });
      },
      'astro:build:done': async ({ dir }) => {
        for (const { fileName, content } of files) {
          const path = fileURLToPath(new URL(fileName, dir));
          await mkdir(dirname(path), { recursive: true });
          await writeFile(path, content);
        }
      },
    },
  };
}
