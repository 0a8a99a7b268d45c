/** Runs other processes on a test's database. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { programEnv } from '../../program-env.ts';
import type { TestDatabase } from './test-database.ts';

export interface Rival {
  child: ChildProcess;
  /** Lines printed so far. */
  lines: string[];
  /** Resolves when the process has printed `count` lines. */
  printed(count: number): Promise<void>;
  /** Resolves when the process exits. @throws Error with its stderr if the exit code is not 0 */
  ended: Promise<string[]>;
}

/** Runs a TypeScript file of `tests/api` in a separate process, with the database's address in its environment. */
export function startRival(file: string, env: TestDatabase['env'], ...words: string[]): Rival {
  const path = fileURLToPath(new URL(`../${file}`, import.meta.url));
  const child = spawn(process.execPath, [path, ...words], {
    env: { ...programEnv, ...env },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  const lines: string[] = [];
  let rest = '';
  let errors = '';
  const waiting = new Set<() => void>();
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    const parts = (rest + text).split('\n');
    rest = parts.pop() ?? '';
    lines.push(...parts);
    for (const look of waiting) look();
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    errors += text;
  });
  const ended = once(child, 'close').then(([code, signal]) => {
    if (code !== 0) throw new Error(`${file} ended with ${code ?? signal}:\n${errors}`);
    return lines;
  });
  // A caller that awaits `ended` still gets the error; a killed process need not be awaited.
  ended.catch(() => {});
  const printed = (count: number) =>
    Promise.race([
      ended.then(() => {}),
      new Promise<void>((resolve) => {
        const look = () => {
          if (lines.length < count) return;
          waiting.delete(look);
          resolve();
        };
        waiting.add(look);
        look();
      }),
    ]);
  return { child, lines, printed, ended };
}
