// @vitest-environment happy-dom
import { act, cleanup, render } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ImageUploadField } from '#islands/reviews/ImageUploadField.tsx';

/** Pending uploads, by file name. */
const sent = vi.hoisted(
  () => new Map<string, { done(src: string): void; fail(error: Error): void; signal: AbortSignal }>(),
);
vi.mock('#client/product/upload-image.ts', () => ({
  getUploadError: ({ type }: File) => (type === 'image/png' ? '' : 'No picture'),
  uploadImage: (file: File, onProgress: (part: number) => void, signal: AbortSignal) =>
    new Promise<string>((done, fail) => {
      sent.set(file.name, { done, fail, signal });
      onProgress(0.5);
    }),
}));

const field = () => document.querySelector<HTMLInputElement>('input')!;
const rows = () =>
  [...document.querySelectorAll('li')].map((row) => [
    row.querySelector('span')!.textContent,
    ...[...row.querySelectorAll('img, progress, button')].map(
      ({ tagName, textContent }) => textContent || tagName,
    ),
  ]);
const button = (row: number, label: string) =>
  [...document.querySelectorAll('li')[row]!.querySelectorAll('button')].find(
    ({ textContent }) => textContent === label,
  )!;
const choose = (...names: string[]) => {
  const files = names.map((name) => new File(['x'], name, { type: 'image/png' }));
  Object.defineProperty(field(), 'files', { value: files, configurable: true });
  return act(async () => void field().dispatchEvent(new Event('change', { bubbles: true })));
};

beforeEach(() => {
  sent.clear();
  render(<ImageUploadField />);
  document.body.insertAdjacentHTML('beforeend', '<div id="live"></div>');
});
afterEach(() => {
  cleanup();
  document.body.innerHTML = '';
});

test('a picture is sent when it is chosen, shown when it has arrived, and tried again where it has not [PDP-20, PDP-28]', async () => {
  await choose('a.png', 'b.png');
  await act(async () => {
    sent.get('a.png')!.done('/media/a.webp');
    sent.get('b.png')!.fail(new Error('No network'));
  });
  expect(rows()).toEqual([
    ['a.png is uploaded', 'IMG', '×'],
    ['b.png: No network', 'Try again', '×'],
  ]);
  await act(async () => button(1, 'Try again').click());
  expect(rows()[1]).toEqual(['Uploading b.png, 0 %', '×', 'PROGRESS']);
});

test('five are the most; what is taken away is sent no further and makes room [PDP-20]', async () => {
  await choose('1.png', '2.png', '3.png', '4.png', '5.png', '6.png');
  expect(rows()).toHaveLength(5);
  expect(document.querySelector('.field-error')!.textContent).toBe('A review can have at most 5 pictures.');
  expect(field().disabled).toBe(true);
  await act(async () => button(0, '×').click());
  expect(sent.get('1.png')!.signal.aborted).toBe(true);
  expect(field().disabled).toBe(false);
  expect(document.activeElement).toBe(field());
  expect(rows()).toHaveLength(4);
});
