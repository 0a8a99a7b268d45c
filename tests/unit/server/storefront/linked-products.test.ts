import { expect, test } from 'vitest';
import { linkedProducts } from '#server/storefront/article-api.ts';

test.each([
  [
    'in their order, each once',
    '<a href="/products/b">b</a> <a href="/products/a">a</a> <a href="/products/b">again</a>',
    ['b', 'a'],
  ],
  [
    'with a variant or a place on their page',
    '<a href="/products/a?variant=3">a</a><a class="x" href="/products/b#reviews">b</a>',
    ['a', 'b'],
  ],
  [
    'as they are called, however the address spells them',
    '<a href="/products/t%C3%A4sse">t</a><a href="/products/100%">p</a>',
    ['tässe', '100%'],
  ],
  [
    'no others',
    '<a href="/products/">all</a><a href="/products/a/b">c</a><a href="https://x.example/products/d">d</a>/products/e',
    [],
  ],
  [
    'as many as are wanted',
    '<a href="/products/a">a</a><a href="/products/b">b</a><a href="/products/c">c</a>',
    ['a', 'b'],
  ],
])('a text’s products: %s', (_, html, handles) => {
  expect(linkedProducts(html, 2)).toEqual(handles);
});
