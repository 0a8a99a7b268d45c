import { api } from '#client/api/api.ts';
import { announce } from '#client/page/announce.ts';

/**
 * `<further-details>` in a collapsible section of the product page: loads tabs and the size guide when the section opens, or
 * immediately if it is already open (PDP-21). The server sanitises merchants' HTML on save.
 */
class FurtherDetails extends HTMLElement {
  connectedCallback(): void {
    const fold = this.closest('details')!;
    const load = () => void (fold.open && this.#load(fold));
    fold.addEventListener('toggle', load);
    load();
  }

  async #load(fold: HTMLDetailsElement): Promise<void> {
    const { product, sizeGuide = '', state } = this.dataset;
    if (state === 'loaded' || fold.ariaBusy === 'true') return;
    fold.ariaBusy = 'true';
    const answer = await api('GET /api/v1/test/products/others/:id', { params: { id: Number(product) } });
    fold.ariaBusy = null;
    if (answer.code !== 0 || !answer.data) {
      this.textContent = answer.msg;
      announce(answer.msg);
      return;
    }
    const { tabs, size_guide } = answer.data;
    const guide = size_guide === '' ? [] : [{ title: sizeGuide, content: size_guide }];
    this.replaceChildren(
      ...[...tabs, ...guide].flatMap(({ title, content }) => {
        const part = document.createElement('div');
        part.innerHTML = content;
        return [Object.assign(document.createElement('h2'), { textContent: title }), part];
      }),
    );
    this.dataset.state = 'loaded';
  }
}
customElements.define('further-details', FurtherDetails);
