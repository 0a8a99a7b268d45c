// @vitest-environment happy-dom
/** Closing a popup, the actions that count as its shopper's answer, and its code if the shop cannot check it. */
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { CodeToCopy } from '#islands/popups/CodeToCopy.tsx';
import { PopupDialog } from '#islands/popups/PopupDialog.tsx';
import { popupUiTexts } from '#islands/popups/popup-texts.ts';
import { parsePopupContent } from '#lib/marketing/popup-content.ts';
import { createTexts } from '#lib/messages/format.ts';
import { popup } from './popup-fixture.ts';

const words = createTexts(popupUiTexts, {});
let root: Root;
const [onAnswer, onEnd] = [vi.fn(), vi.fn()];
const dialog = () => document.querySelector<HTMLDialogElement>('dialog')!;
const field = () => document.querySelector<HTMLInputElement>('input[type=email]')!;
const answering = (answer: object | Error) =>
  vi.stubGlobal('fetch', async () => {
    if (answer instanceof Error) throw answer;
    return Response.json(answer);
  });

beforeEach(() => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
  document.body.innerHTML = '<div id="live"></div><div id="place"></div>';
  root = createRoot(document.getElementById('place')!);
  for (const hook of [onAnswer, onEnd]) hook.mockReset();
});
afterEach(async () => {
  await act(async () => root.unmount());
  vi.unstubAllGlobals();
});

describe('a popup with a form', () => {
  beforeEach(async () => {
    const content = parsePopupContent(popup(1, { type: 1, json_config: { firstPage: { title: 'Letter' } } }));
    await act(async () =>
      root.render(
        <PopupDialog
          {...{
            content,
            display: 1,
            first: 0,
            popupTexts: words,
            texts: {},
            lang: 'en',
            contentLang: undefined,
          }}
          {...{ onAnswer, onEnd }}
        />,
      ),
    );
  });
  const press = (from: Element, to: Element) =>
    act(async () => {
      from.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }));
      to.dispatchEvent(new MouseEvent('click', { bubbles: true }));
    });

  test('is closed by a click on its mask, not by marking words that ends there', async () => {
    expect(dialog().open).toBe(true);
    await press(field(), dialog());
    await press(dialog(), field());
    expect(dialog().open).toBe(true);
    await press(dialog(), dialog());
    expect(dialog().open).toBe(false);
  });

  test('is answered once its form is sent, not when its thanks are closed', async () => {
    answering({ code: 0, msg: '', data: { code: 'LINEN15' } });
    field().value = 'ada@example.com';
    await act(async () => field().form!.requestSubmit());
    await vi.waitFor(() => expect(onAnswer).toHaveBeenCalledOnce());
    expect([dialog().open, onEnd.mock.calls.length]).toEqual([true, 0]);
  });
});

describe('a code can be copied', () => {
  const copies = async (answer: object | Error) => {
    answering(answer);
    await act(async () => root.render(<CodeToCopy code="LINEN15" isOver={false} texts={words} />));
    await act(async () => {});
    return document.querySelector('button')?.className ?? null;
  };

  test.each([
    ['where it holds', { code: 0, msg: '', data: { code: 'LINEN15', discount_id: 1, ends_at: null } }, true],
    ['where nobody can be asked', new TypeError('offline'), true],
    ['where the shop has been asked too often', { code: 10_429, msg: 'later', data: null }, true],
    ['and not where the shop does not know it', { code: 0, msg: '', data: null }, false],
  ])('%s', async (_, answer, expected) => {
    expect(await copies(answer)).toBe(expected ? 'button button-plain' : null);
  });
});
