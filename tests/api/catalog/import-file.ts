/** Runs an import as a merchant does, and measures its time and memory. */
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { programEnv } from '../../program-env.ts';
import type { TestShop } from '../harness.ts';

interface Import {
  said: string;
  seconds: number;
  /** Peak memory of the process, MB. */
  megabytes: number;
}

/** Imports a file like `npm run shop -- import`, in a separate process. */
export async function importFile(shop: TestShop, file: string): Promise<Import> {
  const script = fileURLToPath(new URL('../../../scripts/shop.ts', import.meta.url));
  // `resourceUsage` starts with the parent's memory; on Linux the kernel reports the process's own peak.
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
