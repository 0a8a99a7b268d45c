/** Recommendation lists under a page's own content (RECO-01, COLL-11): fetched by the browser, so the page is the same for all. */
import { api } from '#client/api.ts';
import { localPath } from '#client/language/local-path.ts';
import { type CurrencyConfig, ownCurrency, shownCurrency } from '#lib/currency/config.ts';
import { displayMoney } from '#lib/currency/display.ts';
import { shownMinor } from '#lib/money/minor.ts';
import { productPath } from '#lib/pages/addresses.ts';
import { pictureSource } from '#lib/pages/picture-sources.ts';
import { type CardView, cardView } from '#lib/recommend/card-view.ts';
import { firstLists, firstListsOfBag, loadLists } from './load-lists.ts';

/** So many ids one call may name (R72). */
const mostIds = 1000;

/** Fills the lists of the page, if it has any. */
export function mountRecommendations(): void {
  const root = document.getElementById('recommendations');
  if (!root) return;
  const card = root.querySelector<HTMLTemplateElement>('template[data-card]')!;
  const currency: CurrencyConfig = JSON.parse(root.dataset.currency ?? '');

  async function fill(place: HTMLElement): Promise<boolean> {
    const answer = await api('POST /api/v1/recommend/detail', {
      body: { recommend_id: Number(place.dataset.list), current_product_ids: [...known()] },
    });
    // Anything but 0 is no list and no message (RECO-17).
    if (answer.code !== 0 || !answer.data) return false;
    const { product_info_list, style_json_config } = answer.data;
    const shown = known();
    const products = product_info_list.filter(({ id }) => !shown.has(id)).map(cardView);
    if (products.length === 0) return false;

    const heading = place.querySelector('h2')!;
    heading.textContent = style_json_config.title;
    const cards = products.map((product) => {
      const item = card.content.cloneNode(true) as DocumentFragment;
      fillCard(item, product, style_json_config.imgSize, currency);
      return item;
    });
    place.querySelector('ul')!.replaceChildren(...cards);
    place.inert = false;
    // In the bag a list shows one product at a time (RECO-28).
    if (isBag) (await import('../carousel.ts')).mountCarousels();
    return true;
  }

  let inBag: number[] = [];
  const known = () => new Set([...inBag, ...shownIds()].slice(0, mostIds));
  const makePlaces = async () => {
    inBag = await idsInBag();
    await bagPlaces(root, inBag);
  };
  const isBag = root.dataset.page === '2';
  const placesReady = isBag ? makePlaces() : Promise.resolve();
  void placesReady.then(() =>
    loadLists({
      places: [...root.querySelectorAll<HTMLElement>('[data-list]')],
      first: isBag ? firstListsOfBag : firstLists,
      fill,
      whenSeen(element, seen) {
        const observer = new IntersectionObserver((entries) => entries.at(-1)?.isIntersecting && seen());
        observer.observe(element);
        return () => observer.disconnect();
      },
    }),
  );
}

async function idsInBag(): Promise<number[]> {
  const { $bag } = await import('#client/bag/store.ts');
  return [...new Set($bag.get().lines.map(({ id }) => id))].slice(0, mostIds);
}

/** Only the browser knows the bag: it asks which lists belong to it and makes their places (R71). */
async function bagPlaces(root: HTMLElement, values: number[]): Promise<void> {
  const place = root.querySelector<HTMLTemplateElement>('template[data-place]');
  if (values.length === 0 || !place) return;
  const answer = await api('POST /api/v1/recommend/match', { body: { page_type: 2, values } });
  for (const id of answer.code === 0 ? (answer.data?.recommend_ids ?? []) : []) {
    const section = place.content.firstElementChild!.cloneNode(true) as HTMLElement;
    section.dataset.list = String(id);
    section.hidden = true;
    const heading = section.querySelector('h2')!;
    heading.id = `recommend-${id}`;
    section.setAttribute('aria-labelledby', heading.id);
    root.append(section);
  }
}

/** Products on the page: its own and those of lists above. */
function shownIds(): Set<number> {
  const cards = [...document.querySelectorAll<HTMLElement>('[data-product]')];
  return new Set(cards.map((element) => Number(element.dataset.product)));
}

/** The template's markup is ProductCard.astro's. */
function fillCard(
  item: DocumentFragment,
  product: CardView,
  imgSize: string,
  currency: CurrencyConfig,
): void {
  const find = <Found extends HTMLElement>(selector: string) => item.querySelector<Found>(selector)!;
  find('.card').dataset.product = String(product.id);
  const frame = find('.card-frame');
  if (imgSize !== '3:4') frame.dataset.ratio = imgSize;
  const link = find<HTMLAnchorElement>('.card-title a');
  link.href = localPath(productPath(product.seoUrl));
  link.textContent = product.title;

  const badge = find('.card-badge');
  badge.textContent = badge.dataset[product.badge] ?? '';
  badge.hidden = product.badge === '';
  badge.classList.toggle('badge-sale', product.badge === 'sale');

  const add = find<HTMLAnchorElement>('.card-add');
  add.href = link.href;
  const kind = product.badge === 'preOrder' ? 'preOrder' : product.quickAdd === 'add' ? 'direct' : 'choose';
  const name = document.createElement('span');
  name.className = 'visually-hidden';
  name.textContent = ` ${product.title}`;
  add.replaceChildren(add.dataset[kind] ?? '', name);
  if (product.quickAdd !== 'page') add.dataset.add = '';
  for (const button of item.querySelectorAll('.card-view'))
    button.setAttribute('aria-label', `${button.getAttribute('aria-label')} ${product.title}`);

  const show = (selector: string, amount: number) => {
    const digits = find(`${selector} [data-amount]`);
    digits.dataset.amount = String(amount);
    const minor = shownMinor(amount, ownCurrency(currency).currency);
    digits.textContent = displayMoney(minor, currency, shownCurrency(currency, null));
  };
  show('.price-now', product.amount);
  find('.price-from').hidden = !product.isFrom;
  if (product.was === null)
    for (const part of item.querySelectorAll('.price-was, .price-hint')) part.remove();
  else {
    show('.price-was', product.was);
    find('.price').classList.add('price-sale');
  }
  showPicture(find('picture'), product);
}

function showPicture(element: HTMLElement, { picture, original, title }: CardView): void {
  const image = element.querySelector('img')!;
  if (!picture) {
    for (const source of element.querySelectorAll('source')) source.remove();
    image.alt = title;
    if (original === '') element.remove();
    else image.src = original;
    return;
  }
  for (const source of element.querySelectorAll('source')) {
    const format = source.type === 'image/avif' ? 'avif' : 'webp';
    source.srcset = pictureSource(picture, format, 960).srcset;
  }
  image.width = picture.width;
  image.height = picture.height;
  image.alt = picture.alt;
  image.dataset.color = picture.color;
  image.src = pictureSource(picture, 'jpeg', 960).src;
}
