import { describe, expect, test } from 'vitest';
import { breadcrumbLd, jsonForScript } from '#lib/pages/json-ld.ts';
import { fc } from '../../fast-check.ts';

describe('structured data', () => {
  test('JSON cannot end its script element and stays the same value', () => {
    const title = '</script><script>alert(1)</script><!-- \u2028 \u2029';
    const text = jsonForScript({ title });
    expect(text).not.toMatch(/[<\u2028\u2029]/);
    expect(JSON.parse(text)).toEqual({ title });
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const written = jsonForScript(value);
        expect(written).not.toContain('<');
        expect(JSON.parse(written)).toEqual(JSON.parse(JSON.stringify(value)));
      }),
    );
  });

  test('breadcrumbs are numbered from 1 and absolute', () => {
    const crumbs = [
      { name: 'Home', path: '/' },
      { name: 'Table', path: '/collections/table' },
    ];
    expect(breadcrumbLd('https://shop.example', crumbs)).toMatchObject({
      itemListElement: [
        { position: 1, name: 'Home', item: 'https://shop.example/' },
        { position: 2, name: 'Table', item: 'https://shop.example/collections/table' },
      ],
    });
  });
});
