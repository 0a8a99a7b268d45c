/** The help of `npm run shop`, which needs no shop. */
import { describe, expect, it } from 'vitest';
import { runCommand } from '#server/shop/run-command.ts';

/** Runs `help` with these arguments. @returns exit code and printed lines */
async function help(...args: string[]): Promise<{ code: number; lines: string[] }> {
  const printed: string[] = [];
  const print = (line: string) => void printed.push(...line.split('\n'));
  const output = { say: print, printError: print, track: () => Promise.reject(new Error('no work')) };
  const code = await runCommand(['help', ...args], output, () => Promise.reject(new Error('no shop')));
  return { code, lines: printed };
}

/** Returns the command names listed in a help text. */
const namesIn = (lines: readonly string[]) =>
  lines.flatMap((line) => /^ {2}([a-z][a-z-]*)(?: <[^ ]+)* {2,}[A-Z]/.exec(line)?.[1] ?? []);

describe('help', () => {
  it('lists all commands by task', async () => {
    const { code, lines } = await help();
    expect(code).toBe(0);
    const groups = new Map<string, string[]>();
    let group = '';
    for (const line of lines) {
      group = /^([A-Z][a-z ]+):$/.exec(line)?.[1] ?? group;
      groups.set(group, [...(groups.get(group) ?? []), ...namesIn([line])]);
    }
    expect(Object.fromEntries(groups)).toMatchObject({
      Catalogue: ['import', 'export', 'price', 'stock', 'reviews', 'products', 'collections'],
      Orders: ['orders', 'ship', 'returns'],
      Customers: ['customers', 'mails'],
      'Store files': ['apply', 'schema', 'texts', 'holidays', 'articles', 'pages'],
      Operations: ['jobs', 'server-key', 'backup', 'restore', 'report', 'generate'],
    });
  });

  it('fits 80 columns and has examples, for every command and subcommand', async () => {
    const top = await help();
    const names = namesIn(top.lines).filter((name) => name !== 'help');
    expect(names).toHaveLength(25);
    for (const name of names) {
      const group = await help(name);
      expect(group.code, name).toBe(0);
      const subcommands = group.lines.includes('Commands:') ? namesIn(group.lines) : [];
      const texts = [group.lines];
      for (const each of subcommands.filter((sub) => sub !== 'help'))
        texts.push((await help(name, each)).lines);
      expect(texts.flat(), name).toContain('Examples:');
      expect(texts.flat().filter((line) => line.length > 80)).toEqual([]);
    }
    expect(top.lines.filter((line) => line.length > 80)).toEqual([]);
  });

  it('of a subcommand shows its own arguments and options', async () => {
    const { lines } = await help('orders', 'refund');
    expect(lines[0]).toBe('Usage: npm run shop -- orders refund [options] <no> [amount|sku=n...]');
    expect(lines.join('\n')).toContain('--restock');
  });
});
