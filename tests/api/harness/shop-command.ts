/** Runs commands of `npm run shop` on a test's database, in this process. */
import type { Services } from '#server/core/services.ts';
import type { trackProgress } from '#server/core/track-progress.ts';
import { runCommand } from '#server/shop/run-command.ts';

interface Ended {
  code: number;
  /** Printed results and errors, one entry per print call. */
  lines: string[];
  out: string;
}

/** Runs a command. @param confirm answers its question; omitted if there is no terminal */
export async function shopCommand(
  { services }: { services: Services },
  args: string[],
  confirm?: () => Promise<boolean>,
): Promise<Ended> {
  const lines: string[] = [];
  const print = (line: string) => void lines.push(line);
  const open = async () => ({ services, close: async () => {} });
  const track: typeof trackProgress = (_label, work) => work(() => {});
  const code = await runCommand(args, { say: print, track, printError: print, confirm }, open);
  return { code, lines, out: lines.join('\n') };
}

/** Runs a command that must succeed. @returns its output @throws Error with the output and the exit code */
export async function shopCommandLines(shop: { services: Services }, ...args: string[]): Promise<string[]> {
  const { code, lines, out } = await shopCommand(shop, args);
  if (code !== 0) throw Object.assign(new Error(out), { code });
  return lines;
}
