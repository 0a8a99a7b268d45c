/** docs/reference equals the output of `npm run docs`, and its examples fit the schemas. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { shopSettingSchemas } from '#server/shop/setting-schemas.ts';
import { referencePages } from '../../../tools/reference/pages.ts';
import { settingExamples } from '../../../tools/reference/setting-examples.ts';

const pages = await referencePages();

test.each(Object.keys(pages))('docs/reference/%s is generated from this version of the code', (name) => {
  expect(pages[name]).toBe(readFileSync(`docs/reference/${name}`, 'utf8'));
});

test.each(Object.entries(settingExamples))(
  'the example of the setting %s fits its schema',
  (key, example) => {
    expect(
      shopSettingSchemas[key as keyof typeof shopSettingSchemas].safeParse(example).error,
    ).toBeUndefined();
  },
);

test('every setting but popups has an example', () => {
  expect([...Object.keys(settingExamples), 'popups'].sort()).toEqual(Object.keys(shopSettingSchemas).sort());
});
