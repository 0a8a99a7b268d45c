/** What this device has looked at before. */
import { localPath } from '#client/language/local-path.ts';
import { $viewed, type Viewed } from '#client/stores/viewed.ts';
import { productPath } from '#lib/pages/addresses.ts';
import { pictureSource } from '#lib/pages/picture-sources.ts';

/** Fills the page's list, where there is something to show. */
export function showViewed(): void {
  customElements.define('recently-viewed', RecentlyViewed);
}

/** `<recently-viewed>` of components/RecentlyViewed.astro. */
class RecentlyViewed extends HTMLElement {
  connectedCallback(): void {
    const viewed = $viewed.get().filter(({ id }) => id !== Number(this.dataset.product));
    const template = this.querySelector('template')!;
    template.replaceWith(...viewed.map((entry) => itemOf(template, entry)));
    this.hidden = viewed.length === 0;
  }
}

function itemOf(template: HTMLTemplateElement, { seo_url, title, picture, width, height }: Viewed): Node {
  const item = template.content.cloneNode(true) as DocumentFragment;
  const image = item.querySelector('img')!;
  item.querySelector('a')!.href = localPath(productPath(seo_url));
  item.querySelector('span')!.textContent = title;
  if (picture) {
    const { srcset } = pictureSource({ id: picture, width }, 'webp', 640);
    Object.assign(image, { width, height, sizes: '(width > 720px) 180px, 38vw', srcset });
  } else image.remove();
  return item;
}
