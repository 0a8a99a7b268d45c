import { describe, expect, it } from 'vitest';
import { articleGrid } from '#lib/pages/article-grid.ts';

describe('the grid of the journal', () => {
  it('leaves no hole in its last row, however many articles there are', () => {
    for (let count = 1; count <= 12; count += 1) {
      const { hasFeature, columns } = articleGrid(count);
      expect((hasFeature ? count - 1 : count) % columns, `${count} articles`).toBe(0);
    }
  });

  it('sets the newest apart where there are three, and not where there are two', () => {
    expect(articleGrid(3)).toEqual({ hasFeature: true, columns: 2 });
    expect(articleGrid(4)).toEqual({ hasFeature: true, columns: 3 });
    expect(articleGrid(2)).toEqual({ hasFeature: false, columns: 2 });
  });
});
