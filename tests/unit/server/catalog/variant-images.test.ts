/** The second picture that a card may show: one of the same variant, or none. */
import { describe, expect, it } from 'vitest';
import { createSecondImageFinder } from '#server/catalog/variant-images.ts';
import type { GalleryImage } from '#server/media/images-store.ts';

const picture = (id: string, alt = '', optionValue = ''): GalleryImage => ({
  id,
  alt,
  optionValue,
  width: 800,
  height: 1000,
  color: '#ffffff',
});
const variant = (first: string | undefined, ...optionValues: string[]) => ({ first, optionValues });

const mugs = [variant('sage', 'Sage'), variant('rust', 'Rust'), variant('ink', 'Ink')];
const own = [picture('sage', 'Mug in sage'), picture('rust', 'Mug in rust'), picture('ink', 'Mug in ink')];
const secondOf = (more: GalleryImage[], at = 0, variants = mugs) =>
  createSecondImageFinder(variants, [...own, ...more]).ofVariant(variants[at]!)?.id;

describe('the second view of a variant', () => {
  it('is never another variant’s own picture [CARD-02, CARD-05]', () => {
    expect(secondOf([])).toBeUndefined();
    expect(secondOf([picture('rust-2', '', 'Rust')])).toBeUndefined();
    expect(createSecondImageFinder(mugs, own).ofProduct()).toBeUndefined();
  });

  it('is what the merchant says it shows, whatever the words beside it', () => {
    expect(secondOf([picture('more', 'A rust mug', 'Sage')])).toBe('more');
    expect(secondOf([picture('more', 'A rust mug', 'Sage')], 1)).toBeUndefined();
  });

  it('is else what names one value in its alt text: whole words, in any case, and no other value', () => {
    const pair = [picture('pair', 'Two INK mugs, from above')];
    expect([0, 1, 2].map((at) => secondOf(pair, at))).toEqual([undefined, undefined, 'pair']);
    expect(secondOf([picture('both', 'Sage before rust')])).toBeUndefined();
    expect(secondOf([picture('none', 'From below')])).toBeUndefined();
    expect(secondOf([picture('part', 'A message on a trusty mug')])).toBeUndefined();
  });

  it('is any further picture where all variants look alike', () => {
    const sizes = [variant('a', 'Small'), variant('a', 'Large')];
    const gallery = [picture('a'), picture('b', 'Small and large')];
    expect(createSecondImageFinder(sizes, gallery).ofVariant(sizes[1]!)?.id).toBe('b');
    expect(createSecondImageFinder(sizes, gallery).ofProduct()?.id).toBe('b');
    expect(createSecondImageFinder([variant('a')], gallery).ofProduct()?.id).toBe('b');
    expect(createSecondImageFinder([variant('b')], gallery).ofProduct()?.id).toBe('b');
    expect(createSecondImageFinder([variant(undefined)], []).ofProduct()).toBeUndefined();
  });

  it('leaves aside options that pictures do not tell apart: a size in the words says nothing', () => {
    const bowls = ['Sage', 'Rust'].flatMap((glaze) =>
      ['Small', 'Large'].map((size) => variant(glaze.toLowerCase(), glaze, size)),
    );
    const gallery = [
      ...own.slice(0, 2),
      picture('held', 'A large sage bowl'),
      picture('big', 'Small and large'),
    ];
    const seconds = bowls.map((one) => createSecondImageFinder(bowls, gallery).ofVariant(one)?.id);
    expect(seconds).toEqual(['held', 'held', undefined, undefined]);
  });

  it('of the product as a whole is one of the variant that its first picture shows', () => {
    const gallery = [...own, picture('pair', 'Two sage mugs')];
    expect(createSecondImageFinder(mugs, gallery).ofProduct()?.id).toBe('pair');
    expect(
      createSecondImageFinder(mugs, [picture('all', 'All of them'), ...gallery]).ofProduct(),
    ).toBeUndefined();
  });
});
