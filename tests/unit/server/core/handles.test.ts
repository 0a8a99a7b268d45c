import { expect, test } from 'vitest';
import { toFoldedHandle, toHandle } from '#server/core/handles.ts';
import { fc } from '../../../fast-check.ts';

test('a handle keeps letters of all scripts, combining marks and underscores [BR-59]', () => {
  const handles = [
    ...['バス', 'パス', 'ガラス-皿', 'カーテン', 'ﾊﾞｽ', '送料無料対象商品'],
    ...['हिन्दी-किताब', 'ผ้าไหม', 'বাংলা-বই', 'தமிழ்', 'ශ්‍රී-ලංකා', 'می‌خواهم'],
    ...['كِتاب', 'שָׁלוֹם', 'tiếng-việt', 'crème-brûlée', 'größe-2', 'ñandú', 'æbleskiver', 'łódź'],
    ...['한국-도자기', 'чай-йогурт', 'καφές', 'blue_mug', '_sale_', '2024', 'con', 'm²'],
  ];
  expect(handles.map(toHandle)).toEqual(handles.map((handle) => handle.normalize('NFC')));
  // macOS writes file names in NFD.
  expect(toHandle('ガラス'.normalize('NFD'))).toBe('ガラス');
  expect(toHandle('한국'.normalize('NFD'))).toBe('한국');
});

test('a handle is in small letters, and hyphens stand for all else [BR-59]', () => {
  expect(toHandle('Tidal mug № 2, Größe L')).toBe('tidal-mug-no-2-größe-l');
  expect(toHandle('  Vases & planters ')).toBe('vases-planters');
  expect(toHandle('Crème-Brûlée')).toBe('crème-brûlée');
  expect(['a/b', '50%-off', 'UPPER Case', 'a?b#c', 't’shirt', 'Ba´s'].map(toHandle)).toEqual([
    ...['a-b', '50-off', 'upper-case', 'a-b-c', 't-shirt', 'ba-s'],
  ]);
  expect(toHandle('mug\u200Dset')).toBe('mugset');
});

test('a text without letters and digits has no handle [BR-61]', () => {
  const signs = ['!!!', '🎁', '..', '_', '❤️', '👩‍🍳', '---', '\u0301', '‌', ''];
  expect(signs.map(toHandle)).toEqual(signs.map(() => ''));
});

test.each(['binary', 'grapheme'] as const)('the handle of a handle is the same, by %s [BR-59]', (unit) => {
  fc.assert(
    fc.property(fc.string({ unit, maxLength: unit === 'binary' ? 40 : 300 }), (text) => {
      const handle = toHandle(text);
      expect(toHandle(handle)).toBe(handle);
      expect(handle.length).toBeLessThanOrEqual(200);
    }),
  );
});

test('a folded handle is the one that earlier versions made', () => {
  expect(['バス', 'パス', 'Crème-Brûlée', 'blue_mug', 'हिन्दी', 'ﾊﾞｽ'].map(toFoldedHandle)).toEqual([
    ...['ハス', 'ハス', 'creme-brulee', 'blue-mug', 'हनद', 'ハス'],
  ]);
});
