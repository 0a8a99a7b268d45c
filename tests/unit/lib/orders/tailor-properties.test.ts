import { describe, expect, it } from 'vitest';
import { parseTailorProperties } from '#lib/orders/tailor-properties.ts';

describe('customised properties of an order line', () => {
  it('are text, picture, colour, or the values of a choice together [ORD-12, ORD-13]', () => {
    const stored = [
      { name: 'Engraving', type: 1, value: 'Ada' },
      { name: 'Photo', type: 2, value: '/uploads/a.png' },
      { name: 'Glaze', type: 3, value: '#aabbcc' },
      { name: 'Size', type: 4, value: 'L' },
      { name: 'Extras', type: 5, value: 'Box' },
      { name: 'Extras', type: 5, value: 'Card' },
      { name: 'Wrap', type: 6, value: 'Linen' },
    ];
    expect(parseTailorProperties(JSON.stringify(stored))).toEqual([
      { name: 'Engraving', kind: 'text', value: 'Ada' },
      { name: 'Photo', kind: 'image', value: '/uploads/a.png' },
      { name: 'Glaze', kind: 'colour', value: '#aabbcc' },
      { name: 'Size', kind: 'text', value: 'L' },
      { name: 'Extras', kind: 'text', value: 'Box, Card' },
      { name: 'Wrap', kind: 'text', value: 'Linen' },
    ]);
  });

  it('are none where the text is no list of properties', () => {
    for (const text of ['', '{', 'null', '{}', '[1, null, {"name": 1}]'])
      expect(parseTailorProperties(text)).toEqual([]);
  });
});
