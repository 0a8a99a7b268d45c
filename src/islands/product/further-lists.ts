/** The end of a product's page: what this device has looked at before, and buttons for the shelves. */

import { localPath } from '#client/language/local-path.ts';
import { words } from '#client/product/words.ts';
import { productPath } from '#lib/pages/addresses.ts';
import { pictureSource } from '#lib/pages/picture-sources.ts';
import { readViewed, type Viewed } from '#lib/recommend/viewed.ts';
import { deviceStorage } from '#lib/storage/device-storage.ts';
import { addShelfButtons } from './shelf-buttons.ts';

export function showLists(productId: number): void {
  const main = document.getElementById('main');
  if (!main) return;
  for (const shelf of main.querySelectorAll<HTMLElement>('.shelf')) addShelfButtons(shelf);
  const viewed = readViewed(deviceStorage(() => window.localStorage)).filter(({ id }) => id !== productId);
  if (viewed.length > 0) main.append(viewedSection(viewed));
}

function viewedSection(viewed: readonly Viewed[]): HTMLElement {
  const section = Object.assign(document.createElement('section'), {
    className: 'section wrap viewed no-print',
  });
  section.setAttribute('aria-labelledby', 'viewed');
  const heading = Object.assign(document.createElement('h2'), {
    id: 'viewed',
    textContent: words.recentlyViewed,
  });
  const list = Object.assign(document.createElement('ul'), { className: 'shelf shelf-small' });
  list.append(...viewed.map(viewedItem));
  section.append(heading, list);
  return section;
}

function viewedItem({ seo_url, title, picture, width, height }: Viewed): HTMLElement {
  const item = document.createElement('li');
  const link = Object.assign(document.createElement('a'), { href: localPath(productPath(seo_url)) });
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
