// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest';
import { showVariant } from '#islands/product/show-variant.ts';
import { wordsOf } from '#lib/bag/shop-words.ts';
import { islandShop, productData, showForm } from './form-fixture.ts';

afterEach(() => vi.restoreAllMocks());

/** The form on a page with two pictures, of which the second is in view. Only the second glaze has a picture of its own. */
function open(picture: number[]) {
  const product = productData();
  product.variants.picture = picture;
  const form = showForm(product);
  document.body.insertAdjacentHTML(
    'beforeend',
    '<div class="gallery-frame"><figure id="picture-1"></figure><figure id="picture-2"></figure></div>',
  );
  const frame = document.querySelector('.gallery-frame')!;
  const scrollTo = vi.spyOn(frame, 'scrollTo').mockImplementation(() => {});
  const choose = (option: number, value: number) => {
    form.querySelector<HTMLInputElement>(`[name=option-${option}][value="${value}"]`)!.checked = true;
    showVariant(form, product, wordsOf(islandShop), true);
  };
  return { form, choose, scrollTo };
}

test('choosing a variant brings its picture into view', () => {
  const { choose, scrollTo } = open([-1, 0, 1]);
  choose(0, 1);
  expect(scrollTo).toHaveBeenCalledOnce();
});

test('choosing a variant without a picture of its own leaves the gallery where it is', () => {
  const { form, choose, scrollTo } = open([0, -1, 1]);
  choose(1, 1);
  expect(form.dataset.variant).toBe('72');
  expect(scrollTo).not.toHaveBeenCalled();
});
