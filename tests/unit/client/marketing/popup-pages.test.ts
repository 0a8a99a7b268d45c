// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest';
import { splitPopupSteps } from '#client/marketing/popup-pages.ts';

const split = (html: string) =>
  splitPopupSteps({ html, modalId: 'popup-m', firstPageId: 'popup-f', secondPageId: 'popup-s' });

describe('a popup’s own HTML', () => {
  it('keeps what is around its pages on both of them [POP-09]', () => {
    const html =
      '<div id="popup-m"><h2>Own</h2><p id="popup-f" class="a">First</p><p id="popup-s">Second</p><b>End</b></div>';
    expect(split(html)).toEqual({
      first: '<div><h2>Own</h2><p class="a">First</p><b>End</b></div>',
      second: '<div><h2>Own</h2><p>Second</p><b>End</b></div>',
    });
  });
  it('shows a second page inside the first one on its own [POP-09]', () => {
    expect(split('<p>Top</p><div id="popup-f">First<p id="popup-s">Second</p></div>')).toEqual({
      first: '<p>Top</p><div>First</div>',
      second: '<p>Top</p><p>Second</p>',
    });
  });
  it('is the whole first page where it names no page [POP-09]', () => {
    expect(split('<p>All</p>')).toEqual({ first: '<p>All</p>', second: '' });
    expect(split('<p>All</p><p id="popup-s">Second</p>')).toEqual({ first: '<p>All</p>', second: 'Second' });
  });
});
