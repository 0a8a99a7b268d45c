import { renderToString } from 'react-dom/server';
import ProductForm from '#islands/product/ProductForm.tsx';
import type { ProductData } from '#islands/product/product-data.ts';
import { islandProps, islandShop } from './form-fixture.ts';

/**
 * Renders a product's form into the document as the server writes it, not hydrated, for tests of code that reads it.
 * @param fields markup of further controls
 */
export function showForm(product: ProductData, fields = ''): HTMLFormElement {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: Astro passes slot content as HTML.
  const custom = <div dangerouslySetInnerHTML={{ __html: fields }} />;
  const written = renderToString(<ProductForm shop={islandShop} start={71} {...{ product, custom }} />);
  document.body.innerHTML = `<div id="live"></div><span id="sku"></span>
    <script type="application/json" id="shop">${JSON.stringify(islandShop)}</script>
    <astro-island ${islandProps({ product })}>${written}</astro-island>`;
  return document.querySelector('form')!;
}
