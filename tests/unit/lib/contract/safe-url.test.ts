import { describe, expect, it } from 'vitest';
import { imageUrlPattern, linkUrlPattern, shopPathPattern } from '#lib/contract/safe-url.ts';
import type { MenuItem } from '#lib/contract/wire-theme.ts';
import { menuLink } from '#lib/theme/menu-link.ts';

const elsewhere = ['//evil.example', '/\\evil.example', '/\t/evil.example', '/\n/evil.example', '/a\r\nb'];
const running = [
  'javascript:run()',
  'JaVaScRiPt:run()',
  ' javascript:run()',
  'java\tscript:run()',
  'data:text/html,x',
  'vbscript:x',
];

describe('an address of a merchant’s', () => {
  it.each(elsewhere)('is no path of this shop when browsers would leave for another: %j', (address) => {
    for (const rule of [shopPathPattern, linkUrlPattern, imageUrlPattern])
      expect(rule.test(address)).toBe(false);
    // Browsers resolve it to another origin or another path.
    const { origin, pathname } = new URL(address, 'https://shop.example');
    expect([origin, pathname]).not.toEqual(['https://shop.example', address]);
  });

  it.each(running)('runs nothing: %j', (address) => {
    for (const rule of [shopPathPattern, linkUrlPattern, imageUrlPattern])
      expect(rule.test(address)).toBe(false);
    const item = { type: 0, url: address, value: '' } as MenuItem;
    expect([menuLink(item, 'header'), menuLink(item, 'footer')]).toEqual(['', '']);
  });

  it('is a path, a place on the page, the web, mail or telephone', () => {
    for (const address of [
      '',
      '/',
      '/pages/a?b=c#d',
      '#top',
      'https://a.example',
      'mailto:a@b.example',
      'tel:1',
    ])
      expect(linkUrlPattern.test(address), address).toBe(true);
    expect(imageUrlPattern.test('/media/a/1.webp')).toBe(true);
  });
});
