/** What stands at the end of a product's page: recommended products (PDP-08) and what this device has looked at before. */
import { api } from '#lib/contract/client.ts';
import { productPath } from '#lib/pages/addresses.ts';
import { pictureSource } from '#lib/pages/picture-sources.ts';
import { cardTemplate, emptyCard } from '#lib/recommend/card-template.ts';
import { firstLists } from '#lib/recommend/load-lists.ts';
import { mountRecommendations } from '#lib/recommend/mount-lists.ts';
import { readViewed, type Viewed } from '#lib/recommend/viewed.ts';
import { deviceStorage } from '#lib/storage/device-storage.ts';
import { productWords } from './product-words.ts';
import { addShelfButtons } from './shelf-buttons.ts';

export function showLists(productId: number): void {
  const main = document.getElementById('main');
  if (!main) return;
  for (const shelf of main.querySelectorAll<HTMLElement>('.shelf')) addShelfButtons(shelf);
  const viewed = readViewed(deviceStorage(() => window.localStorage)).filter(({ id }) => id !== productId);
  if (viewed.length > 0) main.append(viewedSection(viewed));
  void showRecommended(main, productId);
}

/** Places for the lists the merchant has set for product pages; each is then filled as on any page. */
async function showRecommended(main: HTMLElement, productId: number): Promise<void> {
  const answer = await api('POST /api/v1/recommend/match', { body: { page_type: 1, values: [productId] } });
  const ids = answer.code === 0 ? (answer.data?.recommend_ids ?? []) : [];
  if (ids.length === 0) return;
  const root = Object.assign(document.createElement('div'), { id: 'recommendations', className: 'no-print' });
  root.classList.add('recommendations');
  root.dataset.currency = document.getElementById('reviews')?.dataset.currency ?? '';
  root.innerHTML =
    ids.map((id, at) => placeOf(Number(id), at)).join('') + `<template data-card>${cardTemplate}</template>`;
  const viewed = main.querySelector('.viewed');
  if (viewed) viewed.before(root);
  else main.append(root);
  mountRecommendations();
}

function placeOf(id: number, at: number): string {
  const isLater = at >= firstLists ? ' hidden' : '';
  return (
    `<section class="section wrap" data-list="${id}" aria-labelledby="recommend-${id}" aria-hidden="true"${isLater}>` +
    `<div class="section-head"><h2 id="recommend-${id}"></h2></div><ul class="shelf">${emptyCard.repeat(4)}</ul></section>`
  );
}

function viewedSection(viewed: readonly Viewed[]): HTMLElement {
  const section = Object.assign(document.createElement('section'), {
    className: 'section wrap viewed no-print',
  });
  section.setAttribute('aria-labelledby', 'viewed');
  const heading = Object.assign(document.createElement('h2'), {
    id: 'viewed',
    textContent: productWords.recentlyViewed,
  });
  const list = Object.assign(document.createElement('ul'), { className: 'shelf shelf-small' });
  list.append(...viewed.map(viewedItem));
  section.append(heading, list);
  return section;
}

function viewedItem({ seo_url, title, picture, width, height }: Viewed): HTMLElement {
  const item = document.createElement('li');
  const link = Object.assign(document.createElement('a'), { href: productPath(seo_url) });
  if (picture) {
    const image = Object.assign(document.createElement('img'), { alt: '', loading: 'lazy', width, height });
    image.sizes = '(width > 720px) 180px, 38vw';
    image.srcset = pictureSource({ id: picture, width }, 'webp', 640).srcset;
    link.append(image);
  }
  link.append(Object.assign(document.createElement('span'), { textContent: title }));
  item.append(link);
  return item;
}
