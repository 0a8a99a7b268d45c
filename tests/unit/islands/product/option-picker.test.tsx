// @vitest-environment happy-dom
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { OptionPicker } from '#islands/product/OptionPicker.tsx';
import { toProductFormProps } from '#islands/product/product-data.ts';
import type { VariantTable } from '#lib/contract/product.ts';
import type { ProductDetail } from '#lib/contract/storefront.ts';

/** Characters that would end an attribute or start an element if they were not escaped. */
const odd = `<b>&"'</script>`;

test('a value is chosen, sold out, not to be had or none of it; it shows its picture or its colour [PDP-02, PDP-03]', () => {
  const none = { sale_price: [], original_price: [], compare_at_price: [], picture: [], sku: [] };
  const choice = [
    [0, 0],
    [1, 0],
    [2, 1],
  ];
  const variants = { ...none, sku_id: [7, 8, 9], choice, sale_status: [1, 0, 1] } as VariantTable;
  const picture = { id: 'x', width: 9, height: 9, alt: '', color: '' };
  const values = [{ value: odd, picture }, { value: 'Ink', styleValue: odd }, { value: 'Oat' }];
  const of = (style: 1 | 2 | 3) => {
    const product = { pictures: [], options: [{ name: odd, style, values }], variants };
    const [option] = toProductFormProps(product as unknown as ProductDetail).options;
    const place = document.createElement('div');
    place.innerHTML = renderToStaticMarkup(
      createElement(OptionPicker, { option: option!, index: 0, variants, choice: [0, 0] }),
    );
    expect(place.querySelector('legend')?.textContent).toBe(`${odd}: ${odd}`);
    const names = [...place.querySelectorAll<HTMLElement>('legend, .option > span')];
    expect(names.every((name) => name.dir === 'auto' || name.querySelector('[dir=auto]'))).toBe(true);
    return place.querySelector('.option-row')!;
  };
  const said = (label: Element) => {
    const { checked, disabled, value } = label.querySelector('input')!;
    return [label.className, value, checked, disabled, label.textContent?.trim()];
  };
  expect([...of(1).children].map(said)).toEqual([
    ['option', '0', true, false, odd],
    ['option option-sold-out', '1', false, false, 'Ink'],
    ['option', '2', false, true, 'Oat'],
  ]);
  const [first, second] = of(2).children;
  expect([first?.className, first?.textContent?.trim(), second?.textContent?.trim()]).toEqual([
    'option option-picture',
    '',
    'Ink',
  ]);
  expect(first?.querySelector('input')?.getAttribute('aria-label')).toBe(odd);
  expect(first?.querySelector('img')?.alt).toBe(odd);
  expect(first?.querySelector('img')?.outerHTML).toContain('/media/x/160.webp');
  const dots = [...of(3).querySelectorAll('circle')];
  expect(dots.map((dot) => dot.getAttribute('fill'))).toEqual([odd]);
});
