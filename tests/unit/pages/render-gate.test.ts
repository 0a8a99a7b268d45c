import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type GateClock, RenderGate } from '#server/pages/render-gate.ts';

let at: number;
let cpu: number;
let looks: Set<() => void>;
let pauses: { until: number; end: () => void }[];
const clock: GateClock = {
  now: () => at,
  cpu: () => cpu,
  every(_milliseconds, look) {
    looks.add(look);
    return () => looks.delete(look);
  },
  pause: (milliseconds) => new Promise<void>((end) => pauses.push({ until: at + milliseconds, end })),
};
let gate: RenderGate;
beforeEach(() => {
  at = 0;
  cpu = 0;
  looks = new Set();
  pauses = [];
  gate = new RenderGate(clock);
});
afterEach(() => gate.stop());

const made = { status: 200 };
const missing = { status: 404 };
const ask = (address: string, render = async () => made) =>
  gate.pass(address, render).then(
    ({ status }) => status,
    (error: Error) => error.name,
  );

/** Time goes on, and the event loop comes to its looks late. @param share of a core that the process has meanwhile */
async function pass(milliseconds: number, late = 0, share = 1): Promise<void> {
  at += milliseconds + late;
  cpu += (milliseconds + late) * share;
  for (const look of [...looks]) look();
  for (const pause of pauses.filter(({ until }) => until <= at)) pause.end();
  await new Promise(setImmediate);
}

/** A flood of made-up addresses that makes the event loop late. */
async function flood(address: (count: number) => string, page = made, share = 1): Promise<void> {
  for (let turn = 0; turn < 10; turn += 1) {
    for (let count = 0; count < 30; count += 1) void ask(address(turn * 30 + count), async () => page);
    await pass(100, 80, share);
  }
}

describe('the gate before renders', () => {
  it('lets everything through while the event loop is in time', async () => {
    for (let turn = 0; turn < 20; turn += 1) {
      for (let count = 0; count < 60; count += 1) expect(await ask(`/nothing-${count}`)).toBe(200);
      await pass(100);
    }
    expect(gate.isRefusing).toBe(false);
  });

  it.each(['/nothing-', '/search?q=', '/products/jug?variant=', '/detail?id=', '/de/nothing-'])(
    'makes no page of %s any more in a flood of them that makes the event loop late',
    async (address) => {
      await flood((count) => address + count);
      let renders = 0;
      const render = async () => {
        renders += 1;
        return made;
      };
      expect(await ask(`${address}999`, render)).toBe('TooBusy');
      expect(renders).toBe(0);
    },
  );

  it('refuses a flood of two workers on one core, which have half of it each', async () => {
    await flood((count) => `/nothing-${count}`, made, 0.5);
    expect(await ask('/nothing-999')).toBe('TooBusy');
  });

  it('refuses nothing while another program has the CPU: the process is starved, not flooded', async () => {
    await flood((count) => `/nothing-${count}`, made, 0.15);
    expect(await ask('/nothing-999')).toBe(200);
    // Its CPU time counts from look to look: what it used before proves nothing.
    cpu += 60_000;
    await pass(100);
    await flood((count) => `/nothing-${count}`, made, 0.15);
    expect(await ask('/nothing-999')).toBe(200);
  });

  it('knows a flood of products that nothing has by what their pages turn out to be', async () => {
    await flood((count) => `/products/nothing-${count}`, made);
    expect(gate.isRefusing).toBe(false);
    await flood((count) => `/products/nothing-${count}`, missing);
    expect(gate.isRefusing).toBe(true);
  });

  it("makes pages of the shop's own things one after the other meanwhile, for half of the time", async () => {
    await flood((count) => `/nothing-${count}`);
    const begun: number[] = [];
    const render = async () => {
      begun.push(at);
      at += 20;
      return made;
    };
    const from = at;
    const pages = ['/', '/products/jug', '/collections/table'].map((address) => ask(address, render));
    for (let turn = 0; turn < 8; turn += 1) await pass(turn === 0 ? 0 : 20);
    expect(await Promise.all(pages)).toEqual([200, 200, 200]);
    expect(begun.map((instant) => instant - from)).toEqual([0, 40, 80]);
  });

  it('keeps the line short, and goes on after a page that could not be made', async () => {
    await flood((count) => `/nothing-${count}`);
    const broken = ask('/products/broken', async () => {
      throw new TypeError('broken');
    });
    await pass(0);
    const waiting = Array.from({ length: 100 }, (_, count) => ask(`/products/p${count}`));
    expect(await ask('/products/last')).toBe('TooBusy');
    for (let turn = 0; turn < 110; turn += 1) await pass(1);
    expect(await broken).toBe('TypeError');
    expect(new Set(await Promise.all(waiting))).toEqual(new Set([200]));
  });

  it('looks at nothing while nobody asks', async () => {
    expect(looks.size).toBe(0);
    await ask('/products/jug');
    expect(looks.size).toBe(1);
    for (let turn = 0; turn < 22; turn += 1) await pass(100);
    expect(looks.size).toBe(0);
  });
});
