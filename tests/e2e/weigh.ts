/** Measures the bytes a page loads and its layout shifts; the bench uses it too. */
import { setTimeout as pause } from 'node:timers/promises';
import { brotliCompressSync } from 'node:zlib';
import type { Page } from '@playwright/test';

/** Body bytes as served, by type; inline scripts count as if compressed alone. */
export interface Weights {
  html: number;
  css: number;
  /** First-party scripts. */
  scripts: number;
  /** Third-party scripts: payment providers. */
  foreignScripts: number;
  fonts: number;
  largestPicture: number;
  /** Descriptions of shifts without recent input. */
  layoutShifts: string[];
  /** URLs of scripts that block the first paint. */
  blockingScripts: string[];
}

/** Types of bytes that have a budget. */
type Kind = 'html' | 'css' | 'scripts' | 'fonts' | 'picture';

const kindOf = (type: string): Kind | null => {
  if (type.startsWith('text/html')) return 'html';
  if (type.startsWith('text/css')) return 'css';
  if (type.includes('javascript')) return 'scripts';
  if (type.startsWith('font/')) return 'fonts';
  return type.startsWith('image/') ? 'picture' : null;
};

/**
 * Opens a page as a first-time visitor and advances its timers by ten seconds.
 * @param act the shopper's input after that, such as hydrating every island; without it there is no input at all
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
    // At this event, the received data are the headers.
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
  // In one-second steps, so that what a response starts can run too.
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

/** Returns the layout shifts so far without recent input: score, element, and old and new position in px. */
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

/** Hydrates every island, as pointer or keyboard would, and waits until all are done. */
export async function hydrateAll(page: Page): Promise<void> {
  const asleep = page.locator('astro-island[ssr]');
  await asleep.evaluateAll((islands) => {
    for (const island of islands) {
      island.scrollIntoView();
      island.dispatchEvent(new PointerEvent('pointerenter'));
    }
  });
  await asleep.first().waitFor({ state: 'detached', timeout: 10_000 });
  // Content that has just appeared may itself wait until it is in view, such as PayPal's button.
  await scrollThrough(page);
}

/**
 * Waits until a page is served in its smallest variant: the server compresses a cached page quickly for its first visitor and
 * better when idle. Returns at once for pages that are not cached.
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

/** Scrolls to the end of the page in steps of half a screen, which loads everything that waits to be in view. */
export async function scrollThrough(page: Page): Promise<void> {
  await page.evaluate(async () => {
    for (let top = 0; top < document.body.scrollHeight; top += innerHeight / 2) {
      scrollTo({ top, behavior: 'instant' });
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    }
  });
}
