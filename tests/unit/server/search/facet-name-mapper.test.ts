/** Filters as the merchant names them: the options of each, its names in URLs, and invalid settings. */
import { describe, expect, it } from 'vitest';
import { optionValueKey } from '#server/catalog/requested-variant.ts';
import { FacetNameMapper, facetSettings } from '#server/search/facet-name-mapper.ts';

const naming = new FacetNameMapper([
  { title: 'Colour', from: ['Glaze', 'Shade'], values: { 'Linen oat': 'Oat', Ecru: 'Oat' } },
  { title: 'Timber', from: ['Wood'], values: {} },
]);
const option = (name: string, ...values: string[]) => ({ kind: 'option' as const, name, values });

describe('the name of a filter', () => {
  it('is its title for all of its options, the one of that name too; others keep their own', () => {
    expect(naming.offered('Glaze', 'Linen oat')).toEqual({ name: 'Colour', value: 'Oat' });
    expect(naming.offered('Colour', 'Ecru')).toEqual({ name: 'Colour', value: 'Oat' });
    expect(naming.offered('Wood', 'Linen oat')).toEqual({ name: 'Timber', value: 'Linen oat' });
    expect(naming.offered('Size', 'Oat')).toEqual({ name: 'Size', value: 'Oat' });
    expect(naming.offered('Glaze', 'constructor')).toEqual({ name: 'Colour', value: 'constructor' });
  });

  it('stands for every value of every option that it was made of', () => {
    const pairs = naming.behind('Colour', 'Oat');
    expect(pairs.toSorted()).toEqual(
      ['Colour', 'Glaze', 'Shade']
        .flatMap((name) => ['Ecru', 'Linen oat', 'Oat'].map((value) => optionValueKey(name, value)))
        .toSorted(),
    );
    expect(naming.behind('Colour', 'Ecru')).toEqual([]);
    expect(naming.behind('Size', 'Large')).toEqual([optionValueKey('Size', 'Large')]);
  });

  it('is found by an address that names an option or a value as it was before, as one choice', () => {
    const tag = { kind: 'tag' as const, name: '', values: ['Glaze'] };
    expect(naming.named([option('Glaze', 'Ecru', 'Sage'), option('Colour', 'Oat', 'Ink'), tag])).toEqual([
      option('Colour', 'Oat', 'Sage', 'Ink'),
      tag,
    ]);
  });
});

describe('the setting', () => {
  const facet = { title: 'Colour', from: ['Glaze'] };
  const refused = (...facets: object[]) =>
    facetSettings.safeParse(facets).error?.issues.map(({ path, message }) => `${path.join('.')} ${message}`);

  it('takes titles, options and common names', () => {
    expect(
      facetSettings.parse([facet, { title: 'Timber', from: ['Timber', 'Wood'], values: { Ash: 'Oak' } }]),
    ).toEqual([
      { ...facet, values: {} },
      { title: 'Timber', from: ['Timber', 'Wood'], values: { Ash: 'Oak' } },
    ]);
    expect(facetSettings.parse([{ ...facet, values: { Oat: 'Oat', Ecru: 'Oat' } }])).toHaveLength(1);
  });

  it('says what is wrong with it: an option in two filters, a name that leads on, nothing to be made of', () => {
    expect(refused(facet, { title: 'Shade', from: ['Glaze'] })).toEqual([
      '1 has "Glaze", which belongs to "Colour": an option can be part of one filter only',
    ]);
    expect(refused(facet, { title: 'Shade', from: ['Colour'] })?.[0]).toContain('"Colour"');
    expect(refused(facet, { title: 'Colour', from: ['Wood'] })?.[0]).toContain('"Colour"');
    expect(refused({ ...facet, values: { Ecru: 'Oat', Oat: 'Beige' } })).toEqual([
      '0.values.Ecru becomes "Oat", which becomes "Beige": write "Beige" here',
    ]);
    expect(refused({ title: 'Colour', from: [] })?.[0]).toContain('0.from');
    expect(refused({ ...facet, name: 'x' })?.[0]).toContain('name');
  });
});
