/** The end of a product's page: what this device has looked at before, and buttons for the shelves. */
import { localPath } from '#client/language/local-path.ts';
import { $viewed, type Viewed } from '#client/stores/viewed.ts';
import { productPath } from '#lib/pages/addresses.ts';
import { pictureSource } from '#lib/pages/picture-sources.ts';

/** Both show themselves only where there is something to show or to move. */
export function defineLists(): void {
  customElements.define('recently-viewed', RecentlyViewed);
  customElements.define('shelf-buttons', ShelfButtons);
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

/** `<shelf-buttons>` of components/ShelfButtons.astro, in the same section as its shelf. */
class ShelfButtons extends HTMLElement {
  connectedCallback(): void {
    const shelf = this.closest('.section')?.querySelector('.shelf');
    if (!shelf || shelf.scrollWidth <= shelf.clientWidth) return;
    const sign = getComputedStyle(shelf).direction === 'rtl' ? -1 : 1;
    const [back, on] = this.children as unknown as [HTMLButtonElement, HTMLButtonElement];
    const move = (by: 1 | -1) =>
      shelf.scrollBy({
        left: sign * by * shelf.clientWidth * 0.9,
        behavior: matchMedia('(prefers-reduced-motion: reduce)').matches ? 'instant' : 'smooth',
      });
    const update = () => {
      const at = Math.abs(shelf.scrollLeft);
      back.disabled = at < 2;
      on.disabled = at > shelf.scrollWidth - shelf.clientWidth - 2;
    };
    back.addEventListener('click', () => move(-1));
    on.addEventListener('click', () => move(1));
    shelf.addEventListener('scroll', update, { passive: true });
    update();
    this.hidden = false;
  }
}
