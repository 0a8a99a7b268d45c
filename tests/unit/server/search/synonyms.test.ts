import { expect, it } from 'vitest';
import { z } from 'zod';
import { synonymSettings, unsupportedLanguages } from '#server/search/synonyms.ts';

const refusal = (written: unknown) => {
  const parsed = synonymSettings.safeParse(written);
  return parsed.success ? '' : z.prettifyError(parsed.error).replace(/\s+/g, ' ');
};

it.each([
  [{ en: { finds: { chair: [''] } } }, 'must contain a letter or a digit → at en.finds.chair[0]'],
  [{ en: { finds: { chair: ['“ ”'] } } }, 'must contain a letter or a digit → at en.finds.chair[0]'],
  [{ en: { finds: { ' ': ['stool'] } } }, '" " must contain a letter or a digit → at en.finds'],
  [{ en: { finds: { chair: [] } } }, '→ at en.finds.chair'],
  [
    { en: { finds: { chair: ['a b c d e'] } } },
    '"a b c d e" must have at most 4 words → at en.finds.chair[0]',
  ],
  [{ en: { finds: { chair: ['Chair'] } } }, '"Chair" appears twice in finds of "chair" → at en.finds.chair'],
  [{ en: { finds: { chair: ['stool', 'Stool'] } } }, '"Stool" appears twice in finds of "chair"'],
  [{ de: { finds: { Tuch: ['cloth'], tuch: ['towel'] } } }, '"tuch" appears twice in finds → at de.finds'],
  [
    {
      en: {
        same: [
          ['sofa', 'couch'],
          ['couch', 'settee'],
        ],
      },
    },
    '"couch" appears twice in same → at en.same',
  ],
  [{ en: { same: [['sofa']] } }, 'must have at least two words → at en.same[0]'],
  [{ en: { colours: { blue: 'Ink' } } }, 'expected array, received string → at en.colours.blue'],
  [{ en: { popular: ['mug', 'mug'] } }, '"mug" appears twice in popular → at en.popular'],
  [{ en: { colors: {} } }, 'Unrecognized key: "colors" → at en'],
])('synonyms written as %j are refused by their place', (written, reason) => {
  expect(refusal(written)).toContain(reason);
});

it('synonyms may be phrases, and a word may stand in a group, find and be a colour', () => {
  const written = {
    en: { same: [['sofa', 'couch']], finds: { sofa: ['a side table here'] }, colours: { sofa: ['Ink'] } },
    English: {},
  };
  expect(refusal(written)).toBe('');
  expect(unsupportedLanguages(synonymSettings.parse(written), ['en', 'de'])).toEqual(['English']);
});
