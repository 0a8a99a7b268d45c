/** Products to ask for once each: what an uncached page costs when nothing of its product was read before. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { type BenchShop, quiet } from './shop.ts';

/** Handle of the nth product that is added. */
export function handleAt(number: number | ''): string {
  return `shelf-${number}`;
}

/** Adds `count` products to the shop while it runs, and waits until it is quiet again. */
export async function fillShelves(shop: BenchShop, count: number): Promise<void> {
  const child = spawn(process.execPath, ['bench/shelves-process.ts', String(count)], {
    env: shop.env,
    stdio: 'inherit',
  });
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error(`The products could not be added: ${code}`);
  await quiet(shop.pid);
}
