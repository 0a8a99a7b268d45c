/** What a page loads and whether it moves; also used by the bench. */
import { setTimeout as pause } from 'node:timers/promises';
import { brotliCompressSync } from 'node:zlib';
import type { Page } from '@playwright/test';

/** Bytes of bodies as they were served, by kind; inline scripts are counted as if they were compressed alone. */
export interface Weights {
  html: number;
  css: number;
  /** The shop's own. */
  scripts: number;
  /** Of other origins: payment providers. */
  foreignScripts: number;
  fonts: number;
  largestPicture: number;
  /** What moved by itself, in words. */
  layoutShifts: string[];
  /** Addresses of scripts that hold back the first paint. */
  blockingScripts: string[];
}

/** Kinds of bytes that have a budget of their own. */
type Kind = 'html' | 'css' | 'scripts' | 'fonts' | 'picture';

const kindOf = (type: string): Kind | null => {
  if (type.startsWith('text/html')) return 'html';
  if (type.startsWith('text/css')) return 'css';
  if (type.includes('javascript')) return 'scripts';
  if (type.startsWith('font/')) return 'fonts';
  return type.startsWith('image/') ? 'picture' : null;
};

/**
 * Opens a page as somebody who has never been here and lets its timers run as if ten seconds had passed.
 * @param act what the shopper does then, e.g. wake every island; without it there is no input at all
 */
export async function weigh(page: Page, address: string, act?: () => Promise<void>): Promise<Weights> {
  const weights: Weights = {
    html: 0,
    css: 0,
    scripts: 0,
    foreignScripts: 0,
    fonts: 0,
    largestPicture: 0,
    layoutShifts: [],
    blockingScripts: [],
  };
  const network = await page.context().newCDPSession(page);
  await network.send('Network.enable');
  await network.send('Network.setCacheDisabled', { cacheDisabled: true });
  const running = new Set<string>();
  const answers = new Map<string, { kind: Kind | null; isOwn: boolean; bytes: number; url: string }>();
  network.on('Network.requestWillBeSent', ({ requestId, request }) => {
    if (request.url.startsWith('http')) running.add(requestId);
  });
  network.on('Network.responseReceived', ({ requestId, response }) => {
    const isOwn = new URL(response.url).origin === new URL(address).origin;
    // What has come when the answer begins is its head.
    answers.set(requestId, {
      kind: kindOf(response.mimeType),
      url: response.url,
      isOwn,
      bytes: -response.encodedDataLength,
    });
  });
  network.on('Network.loadingFailed', ({ requestId }) => void running.delete(requestId));
  network.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    running.delete(requestId);
    const answer = answers.get(requestId);
    if (answer) answer.bytes += encodedDataLength;
  });
  const loaded = async () => {
    for (let calm = 0; calm < 3; calm = running.size === 0 ? calm + 1 : 0) await pause(20);
  };

  await page.clock.install();
  await page.goto(address, { waitUntil: 'load' });
  // In steps, so that what an answer starts can run as well.
  for (let second = 0; second < 10; second += 1) {
    await loaded();
    await page.clock.runFor(1000);
  }
  await act?.();
  await loaded();
  await page.evaluate(() => document.fonts.ready);

  for (const { kind, isOwn, bytes } of answers.values()) {
    if (kind === 'scripts' && !isOwn) weights.foreignScripts += bytes;
    else if (kind === 'picture') weights.largestPicture = Math.max(weights.largestPicture, bytes);
    else if (kind && isOwn) weights[kind] += bytes;
  }
  const inline = await page
    .locator('script:not([src])')
    .evaluateAll((scripts) =>
      scripts
        .filter((script) => !script.getAttribute('type') || script.getAttribute('type') === 'module')
        .map((script) => script.textContent ?? ''),
    );
  weights.scripts += inline.length === 0 ? 0 : brotliCompressSync(inline.join('\n')).length;
  if (process.env.LIST)
    console.log(
      [
        address,
        ...[...answers.values()]
          .sort((a, b) => b.bytes - a.bytes)
          .filter((a) => ['scripts', 'css', 'html', 'fonts'].includes(a.kind!))
          .map((a) => `${a.kind} ${a.bytes} ${a.url.replace(/.*\//, '')}`),
        `inline ${brotliCompressSync(inline.join('\n')).length}`,
      ].join('\n'),
    );
  weights.blockingScripts = await blockingScripts(page);
  weights.layoutShifts = await layoutShifts(page);
  return weights;
}

function blockingScripts(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    performance.getEntriesByType('resource').flatMap((entry) => {
      const { initiatorType, renderBlockingStatus, name } = entry as PerformanceResourceTiming & {
        renderBlockingStatus?: string;
      };
      return initiatorType === 'script' && renderBlockingStatus === 'blocking' ? [name] : [];
    }),
  );
}

/** What has moved so far without anybody's doing: by how much, what, and from where to where, px. */
function layoutShifts(page: Page): Promise<string[]> {
  return page.evaluate(
    () =>
      new Promise<string[]>((resolve) => {
        const shifts: string[] = [];
        const place = ({ x, y, width, height }: DOMRectReadOnly) => `${x},${y} ${width}x${height}`;
        const add = (entries: PerformanceEntry[]) => {
          for (const entry of entries) {
            const { hadRecentInput, value, sources } = entry as PerformanceEntry & {
              hadRecentInput: boolean;
              value: number;
              sources: { node: Node | null; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly }[];
            };
            if (hadRecentInput) continue;
            const moved = sources.map(({ node, previousRect, currentRect }) => {
              const name = node instanceof Element ? `${node.localName}.${node.className}` : node?.nodeName;
              return `${name} from ${place(previousRect)} to ${place(currentRect)}`;
            });
            shifts.push(`${value}: ${moved.join('; ')}`);
          }
        };
        const observer = new PerformanceObserver((list) => add(list.getEntries()));
        observer.observe({ type: 'layout-shift', buffered: true });
        requestAnimationFrame(() =>
          requestAnimationFrame(() => {
            add(observer.takeRecords());
            resolve(shifts);
          }),
        );
      }),
  );
}

/** Wakes every island there is, as hand or keyboard would, and waits until all live. */
export async function wakeAll(page: Page): Promise<void> {
  const asleep = page.locator('astro-island[ssr]');
  await asleep.evaluateAll((islands) => {
    for (const island of islands) {
      island.scrollIntoView();
      island.dispatchEvent(new PointerEvent('pointerenter'));
    }
  });
  await asleep.first().waitFor({ state: 'detached', timeout: 10_000 });
  // What has come meanwhile may wait to be seen itself, as PayPal's button does.
  await scrollThrough(page);
}

/**
 * Waits until a page is served in its smallest form: a kept page is compressed quickly for its first visitor and well when
 * there is nothing else to do. Returns at once for pages that are not kept.
 */
export async function settled(address: string): Promise<void> {
  for (const end = Date.now() + 20_000; ; ) {
    const answer = await fetch(address, { headers: { 'accept-encoding': 'br' } });
    const body = Buffer.from(await answer.arrayBuffer());
    if (answer.headers.get('cache-control')?.includes('no-store')) return;
    if (Number(answer.headers.get('content-length')) <= brotliCompressSync(body).length * 1.02) return;
    if (Date.now() > end) throw new Error(`${address} was not compressed well in time`);
    await pause(100);
  }
}

/** Goes through the page to its foot, a screen at a time, so that everything is loaded that waits to be seen. */
export async function scrollThrough(page: Page): Promise<void> {
  await page.evaluate(async () => {
    for (let top = 0; top < document.body.scrollHeight; top += innerHeight / 2) {
      scrollTo({ top, behavior: 'instant' });
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    }
  });
}
