/**
 * Replaces a product list with another view of it, e.g. a filtered one (COLL-10). First the API response narrows the list to the
 * matching cards; then the server-rendered page at the view's URL supplies further cards, counts and pagination.
 */
import { announce } from '#client/page/announce.ts';
import { readFilters } from '#lib/catalog/filters.ts';
import { listPath } from '#lib/pages/list-path.ts';
import { fetchProductList, readFilterParams } from './fetch-list.ts';

/** Products per page of a list (R93). */
const pageSize = 20;
const place = '.listing';
let asking: AbortController | null = null;
/** Path and query of the displayed view, null before the first change. */
let shown: string | null = null;

/** Returns the canonical URL of the view for the choices in the form. Filter chips and pagination link to the same URL. */
function addressOf(form: HTMLFormElement): URL {
  const query = readFilterParams(form);
  const q = query.get('q');
  const choices = { filters: readFilters(query), sortType: Number(query.get('sort_type') ?? 0) };
  return new URL(listPath(new URL(form.action).pathname, { ...(q && { q }), ...choices }), location.href);
}

/**
 * Displays the list for the choices in a filter form; on any failure, navigates to the view's URL instead.
 * @param mount initialises the new form and list
 */
export async function showListingView(form: HTMLFormElement, mount: () => void): Promise<void> {
  const address = addressOf(form);
  const signal = begin();
  if (shown === null) {
    shown = location.pathname + location.search;
    addEventListener('popstate', () => void restore(mount));
  }
  const rest = readView(address, signal);
  // Prevents an unhandled rejection; `put` handles the failure.
  rest.catch(() => {});
  const answer = await fetchProductList(form, pageSize);
  if (signal.aborted) return;
  if (answer.code !== 0 || !answer.data) return location.assign(address);
  history.pushState(null, '', address);
  dispatchEvent(new Event('atoll:listed'));
  keepCards(answer.data.product_list.map(({ id }) => id));
  await put(rest, address, signal, mount);
}

async function restore(mount: () => void): Promise<void> {
  if (shown === location.pathname + location.search) return;
  const signal = begin();
  const address = new URL(location.href);
  await put(readView(address, signal), address, signal, mount);
}

function begin(): AbortSignal {
  asking?.abort();
  asking = new AbortController();
  document.querySelector(`${place}-main`)?.setAttribute('aria-busy', 'true');
  return asking.signal;
}

/** Reduces the list to the cards of the given products, in the order of `ids`. */
function keepCards(ids: readonly number[]): void {
  const list = document.getElementById('products');
  if (!list) return;
  const cards = new Map(
    [...list.children].map((item) => [item.querySelector<HTMLElement>('.card')?.dataset.product, item]),
  );
  list.replaceChildren(...ids.flatMap((id) => cards.get(String(id)) ?? []));
}

async function readView(address: URL, signal: AbortSignal): Promise<Element> {
  const answer = await fetch(address, { signal, headers: { accept: 'text/html' } });
  const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
  const view = answer.ok ? page.querySelector(place) : null;
  if (!view) throw new Error(`${address.pathname} shows no list.`);
  // Remove deferred scripts, because the page already runs them.
  for (const later of view.querySelectorAll('template[data-later]')) later.remove();
  return view;
}

async function put(
  view: Promise<Element>,
  address: URL,
  signal: AbortSignal,
  mount: () => void,
): Promise<void> {
  try {
    const fresh = await view;
    if (signal.aborted) return;
    shown = address.pathname + address.search;
    document.querySelector(place)?.replaceWith(fresh);
    mount();
    announce(fresh.querySelector('.toolbar-count')?.textContent?.trim() ?? '');
  } catch {
    if (!signal.aborted) location.assign(address);
  }
}
