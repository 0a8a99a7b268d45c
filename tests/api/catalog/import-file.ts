/** The import of a file as a merchant makes it, with what it takes. */
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { programEnv } from '../../program-env.ts';
import type { TestShop } from '../harness.ts';

interface Import {
  said: string;
  seconds: number;
  /** Most memory the process ever had, MB. */
  megabytes: number;
}

/** Imports as `npm run shop -- import` does, in a process of its own. */
export async function importFile(shop: TestShop, file: string): Promise<Import> {
  const script = fileURLToPath(new URL('../../../scripts/shop.ts', import.meta.url));
  // `resourceUsage` begins with the memory of the process that started it: on Linux the kernel tells a process's own.
  const tellMemory = `import { readFileSync } from 'node:fs';
    const own = () => /VmHWM:\\s*(\\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))[1];
    const most = process.platform === 'linux' ? own : () => process.resourceUsage().maxRSS;
    process.on('exit', () => console.error(most()));`;
  const hook = `data:text/javascript,${encodeURIComponent(tellMemory)}`;
  const words = ['--max-semi-space-size=8', '--import', hook];
  const began = performance.now();
  const { stdout, stderr } = await promisify(execFile)(process.execPath, [...words, script, 'import', file], {
    env: { ...programEnv, ...shop.databaseEnv },
  });
  const seconds = (performance.now() - began) / 1000;
  return { said: stdout, seconds, megabytes: Number(stderr.trim()) / 1024 };
}
