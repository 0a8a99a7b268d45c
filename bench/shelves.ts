/** Adds products that are each requested only once, to measure uncached pages. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { type BenchShop, quiet } from './shop.ts';

/** Returns the handle of the nth added product; with '' the common prefix. */
export function handleAt(number: number | ''): string {
  return `shelf-${number}`;
}

/** Adds `count` products to the running shop and waits until its CPU is quiet again. */
export async function fillShelves(shop: BenchShop, count: number): Promise<void> {
  const child = spawn(process.execPath, ['bench/shelves-process.ts', String(count)], {
    env: shop.env,
    stdio: 'inherit',
  });
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error(`The products could not be added: ${code}`);
  await quiet(shop.pid);
}
