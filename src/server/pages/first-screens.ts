/**
 * Before a freshly filled shop opens, the pictures of its first screens are made in every form that its pages name, so that
 * the first visitor waits for none (docs/decisions/14-pictures-and-uploads.md).
 */
import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { plainBody } from '../cache/encode-body.ts';
import type { PageCache } from '../cache/page-cache.ts';
import { noDependencies } from '../core/page-dependencies.ts';
import type { Services } from '../core/services.ts';
import {
  areFormsClaimed,
  areFormsWaiting,
  claimForms,
  enqueueAhead,
  enqueueAnew,
  releaseForms,
} from '../media/derivatives-job.ts';
import type { PictureForm } from '../media/encode-form.ts';
import { makeForms, type WantedForms } from '../media/make-forms.ts';
import { pageApi } from './locals.ts';

/** Pictures of the first screen: three slides of a banner and on a tablet two rows below it, two rows of a list, the first of a gallery. */
const firstOf = { home: 9, collections: 8, products: 1 };
/** Pages of a kind that are looked at. */
const mostPages = 24;
/** What is not made by then, ms, is left to the jobs: a shop that is open is worth more. */
const longestMs = 60_000;

/** How often a machine looks whether the others are done, ms. */
const pollMs = 100;

/** A form and the picture it is of. */
type NamedForm = PictureForm & { id: string };

/** Children at once: each holds a whole picture. */
const mostChildren = 4;

/**
 * Does nothing where no picture waits for forms. What fails is left to the jobs, which tell of it.
 * @param longest ms, after which the shop opens, even if its pages themselves are still being made
 */
export async function makeFirstScreens(
  services: Services,
  cache: Pick<PageCache, 'get'>,
  longest = longestMs,
): Promise<void> {
  const stop = AbortSignal.timeout(longest);
  const made = makeShown(services, cache, stop).catch((error) =>
    services.log.error({ err: error }, 'the pictures of the first screens could not be made'),
  );
  await Promise.race([made, once(stop, 'abort')]);
}

async function makeShown(
  services: Services,
  cache: Pick<PageCache, 'get'>,
  stop: AbortSignal,
): Promise<void> {
  const { db, log } = services;
  if (!(await areFormsWaiting(db.read))) return;
  const began = performance.now();
  const html = async (path: string) => plainBody(await cache.get(path)).toString();
  const named = firstForms(await html('/'), firstOf.home);
  for (const path of await pathsOf(services, 'collections'))
    named.push(...firstForms(await html(path), firstOf.collections));

  const [queue, made, left] = [byPicture(named), [] as NamedForm[], [] as NamedForm[]];
  const work = async () => {
    for (let wanted = queue.shift(); wanted; wanted = queue.shift()) {
      // Machines that start at once share the work.
      if (!(await claimForms(services, wanted))) continue;
      try {
        if (!(await make(services, wanted, stop, made))) left.push(...namedOf(wanted));
      } finally {
        await releaseForms(services, wanted.id);
      }
    }
  };
  await Promise.all(Array.from({ length: Math.min(mostChildren, availableParallelism()) }, work));
  // What other machines have claimed must be there too before this one opens.
  while (!stop.aborted && (await areFormsClaimed(services)))
    await sleep(pollMs, undefined, { signal: stop }).catch(() => {});
  // They were there already, as in a shop that is started again.
  if (made.length + left.length === 0) return;

  for (const path of await pathsOf(services, 'products'))
    left.push(...firstForms(await html(path), firstOf.products));
  await db.transaction(async (trx) => {
    for (const wanted of byPicture(left)) await enqueueAhead(trx, wanted);
    for (const wanted of byPicture(made)) await enqueueAnew(trx, wanted, services.now());
  });
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  log.info(`The pictures of the first screens have their forms: ${made.length} were made in ${seconds} s`);
}

/** @param made is told of each form. @returns whether all of them are there */
async function make(
  services: Services,
  wanted: WantedForms,
  signal: AbortSignal,
  made: NamedForm[],
): Promise<boolean> {
  if (signal.aborted) return false;
  try {
    for await (const form of makeForms(services, wanted, { signal, isQuick: true }))
      made.push({ id: wanted.id, ...form });
    return true;
  } catch (error) {
    if (!signal.aborted)
      services.log.warn({ err: error, picture: wanted.id }, 'forms of a picture could not be made');
    return false;
  }
}

async function pathsOf(services: Services, kind: 'collections' | 'products'): Promise<string[]> {
  const api = pageApi(services);
  const { data } = await api('GET /api/v1/storefront/sitemap', { query: { kind } }, noDependencies());
  return (data?.entries ?? []).slice(0, mostPages).map(({ path }) => path);
}

const address = /\/media\/([0-9a-f]{20})\/(\d+)\.(avif|webp)\b/g;

/**
 * What a page names up to the end of its first pictures, their thumbnails among it: AVIF and WebP, because nobody asks for JPEG
 * who reads either.
 * @param most pictures
 */
export function firstForms(html: string, most: number): NamedForm[] {
  const main = html.slice(Math.max(0, html.indexOf('<main')));
  const shown = main.split('<picture').slice(0, most + 1);
  return [...shown.join('').matchAll(address)].map(([, id, width, format]) => ({
    id: id!,
    width: Number(width),
    format: format as 'avif' | 'webp',
  }));
}

/** Each form once, in the order in which pictures and forms were first named. */
function byPicture(named: readonly NamedForm[]): WantedForms[] {
  const pictures = new Map<string, Map<string, PictureForm>>();
  for (const { id, ...form } of named) {
    const forms = pictures.get(id) ?? new Map<string, PictureForm>();
    pictures.set(id, forms.set(`${form.width}.${form.format}`, form));
  }
  return [...pictures].map(([id, forms]) => ({ id, forms: [...forms.values()] }));
}

const namedOf = ({ id, forms }: WantedForms): NamedForm[] => forms.map((form) => ({ id, ...form }));
