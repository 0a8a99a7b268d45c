import { describe, expect, it } from 'vitest';
import { isInEditorOrFrame } from '#client/page/display-mode.ts';
import { isEditMode } from '#lib/pages/edit-mode.ts';

const page = (search: string, framed = false) => {
  const self = {} as Window & typeof globalThis;
  return { location: { search } as Location, self, top: framed ? ({} as Window) : self };
};

describe('edit mode', () => {
  it.each(['?edit=true', '?edit=1', '?edit', '?a=b&edit=yes'])('is on by %s [EDIT-01]', (search) => {
    expect(isEditMode(search)).toBe(true);
  });
  it.each(['', '?edit=false', '?edit=0', '?edited=true'])('is off by %j [EDIT-01]', (search) => {
    expect(isEditMode(search)).toBe(false);
  });
});

it('a page in the editor or in a frame is only looked at', () => {
  expect(isInEditorOrFrame(page(''))).toBe(false);
  expect(isInEditorOrFrame(page('?edit=true'))).toBe(true);
  expect(isInEditorOrFrame(page('', true))).toBe(true);
});
