// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from 'vitest';
import { updatePageForVariant } from '#client/product/update-page-for-variant.ts';
import { productData } from '../../islands/product/form-fixture.ts';

const { scrolled } = vi.hoisted(() => ({ scrolled: vi.fn() }));
vi.mock('#client/carousel/gallery.ts', () => ({ jumpToImage: scrolled }));

beforeEach(() => {
  scrolled.mockClear();
  history.replaceState(null, '', '/products/mug?p_source=quick');
  document.body.innerHTML = '<span id="sku">a</span>';
});

test('address, picture and item number follow two changes, one after another [PDP-04]', () => {
  const told = productData();
  const product = { ...told, variants: { ...told.variants, picture: [0, -1, 2] } };
  const heard = vi.fn();
  addEventListener('hydrate:variant', heard);
  const now = () => [location.search, document.getElementById('sku')!.textContent];
  updatePageForVariant(product, 72);
  expect(now()).toEqual(['?p_source=quick&variant=72', 'b']);
  updatePageForVariant(product, 73);
  expect(now()).toEqual(['?p_source=quick&variant=73', 'c']);
  // A variant without its own picture leaves the gallery unchanged.
  expect(scrolled.mock.calls).toEqual([[2]]);
  expect(heard).toHaveBeenCalledTimes(2);
  removeEventListener('hydrate:variant', heard);
});
