/** Further content of a product: its tabs and size guide (PDP-21). The shop sanitises merchants' HTML when it is saved. */
import { announce } from '#client/announce.ts';
import { api } from '#client/api.ts';
import { words } from '#client/product/words.ts';

export async function showOthers(fold: HTMLDetailsElement, id: number): Promise<void> {
  if (fold.dataset.state === 'loaded' || fold.getAttribute('aria-busy') === 'true') return;
  fold.setAttribute('aria-busy', 'true');
  const answer = await api('GET /api/v1/test/products/others/:id', { params: { id } });
  fold.removeAttribute('aria-busy');
  fold.querySelector('.fold-body')?.remove();
  const body = Object.assign(document.createElement('div'), { className: 'fold-body prose' });
  if (answer.code !== 0 || !answer.data) {
    body.append(Object.assign(document.createElement('p'), { textContent: answer.msg }));
    fold.append(body);
    announce(answer.msg);
    return;
  }
  const { tabs, size_guide } = answer.data;
  const guide = size_guide === '' ? [] : [{ title: words.sizeGuide, content: size_guide }];
  for (const { title, content } of [...tabs, ...guide]) {
    const part = document.createElement('div');
    part.innerHTML = content;
    body.append(Object.assign(document.createElement('h2'), { textContent: title }), part);
  }
  fold.append(body);
  fold.dataset.state = 'loaded';
}
