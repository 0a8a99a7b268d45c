// @vitest-environment happy-dom
import { act, cleanup, render } from '@testing-library/react';
import { renderToString } from 'react-dom/server';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { getUploadError } from '#client/product/upload-image.ts';
import { Customisation } from '#islands/product/Customisation.tsx';
import { DesignPreview } from '#islands/product/DesignPreview.tsx';
import { buildDesign, type Design, wrapText } from '#islands/product/design.ts';
import { uploadDesign } from '#islands/product/draw-design.ts';
import type { ProductData } from '#islands/product/product-data.ts';
import { UploadState } from '#islands/product/UploadState.tsx';
import { $uploads, type Upload, waitForUploadUrl } from '#islands/product/uploads.ts';
import { customOption, productData } from './form-fixture.ts';
import { showForm } from './shown-form.tsx';

/** The browser's upload; the test fires its events. */
class Request {
  static all: Request[] = [];
  upload: { onprogress?: (event: { loaded: number; total: number }) => void } = {};
  headers: Record<string, string> = {};
  status = 0;
  responseText = '';
  address = '';
  body: File | null = null;
  onload = () => {};
  onerror = () => {};
  onabort = () => {};
  open(method: string, address: string) {
    this.address = `${method} ${address}`;
  }
  setRequestHeader(name: string, value: string) {
    this.headers[name] = value;
  }
  send(body: File) {
    this.body = body;
    Request.all.push(this);
  }
  abort() {
    this.onabort();
  }
  answer(code: number, msg = '') {
    this.status = code === 0 ? 204 : 200;
    this.responseText = code === 0 ? '' : JSON.stringify({ code, msg, data: null });
    this.onload();
  }
}

const png = (name = 'cat.png', size = 10) => new File([new Uint8Array(size)], name, { type: 'image/png' });
let fetched: string[] = [];

beforeEach(() => {
  Request.all = [];
  fetched = [];
  $uploads.set({});
  vi.stubGlobal('XMLHttpRequest', Request);
  vi.stubGlobal('fetch', async (address: string) => {
    fetched.push(address);
    const name = `${fetched.length}`.padStart(32, '0');
    const data = { token: 't', upload_url: '/put/t', file_url: `/media/uploads/${name}.webp`, expires_at: 1 };
    return Response.json({ code: 0, msg: '', data });
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

/** Renders a product's form with these further fields, and the hydrated part of it. */
function open(fields: string, product: ProductData = productData()) {
  const form = showForm(product, fields);
  const container = form.appendChild(document.createElement('div'));
  render(<Customisation form={{ current: form }} product={product} skuId={71} />, { container });
  const field = form.querySelector<HTMLInputElement>('[type=file]')!;
  const choose = (files: File[]) => {
    Object.defineProperty(field, 'files', { value: files, configurable: true });
    act(() => void field.dispatchEvent(new Event('change', { bubbles: true })));
  };
  return { form, field, choose };
}
const fileField = '<input type="file" id="custom-image" name="custom-image"><div class="upload-state"></div>';
const sent = (count = 1) => vi.waitFor(() => expect(Request.all).toHaveLength(count));
const state = () => document.querySelector('.upload-state')!;

describe('an image of the shopper', () => {
  test('gets a token by type and name, then is sent as it is, and says how far it is [PDP-28]', async () => {
    const { field, choose } = open(fileField);
    choose([png('my cat.png')]);
    await sent();
    expect(fetched).toEqual([
      expect.stringMatching(
        /\/api\/v1\/common\/file\/upload\/token\?type=image&file_name=my(\+|%20)cat\.png$/,
      ),
    ]);
    const [request] = Request.all;
    expect(request).toMatchObject({ address: 'PUT /put/t', headers: { 'content-type': 'image/png' } });
    act(() => request!.upload.onprogress?.({ loaded: 4, total: 10 }));
    expect(state().textContent).toContain('40 %');
    expect(state().querySelector('progress')!.value).toBe(0.4);
    await act(async () => request!.answer(0));
    expect(await waitForUploadUrl(field)).toMatch(/^\/media\/uploads\/0+1\.webp$/);
    expect(Request.all).toHaveLength(1);
    expect(state().querySelector('img')!.src).toContain('/media/uploads/');
  });

  test('is refused before it is sent when the type or the size is wrong [PDP-28]', () => {
    expect(getUploadError({ type: 'image/gif', size: 1 })).toMatch(/PNG, JPEG or WebP/);
    expect(getUploadError({ type: 'image/png', size: 5 * 1024 * 1024 + 1 })).toMatch(/5 MB/);
    expect(getUploadError({ type: 'image/webp', size: 5 * 1024 * 1024 })).toBe('');
    const { field, choose } = open(fileField);
    choose([new File(['x'], 'x.gif', { type: 'image/gif' })]);
    return vi.waitFor(() => {
      expect(state().textContent).toContain('PNG, JPEG or WebP');
      expect(field.getAttribute('aria-invalid')).toBe('true');
      expect(state().textContent).not.toContain('Try again');
      expect(fetched).toEqual([]);
    });
  });

  test('can be tried again after a failure, and taken away [PDP-28]', async () => {
    const { field, choose } = open(fileField);
    choose([png()]);
    await sent();
    await act(async () => Request.all[0]!.answer(10001, 'This is no picture.'));
    await vi.waitFor(() => expect(state().textContent).toContain('This is no picture.'));
    expect(field.getAttribute('aria-describedby')).toBe(state().querySelector('.field-error')!.id);
    act(() => state().querySelector<HTMLElement>('button')!.click());
    await sent(2);
    await act(async () => Request.all[1]!.answer(0));
    await vi.waitFor(() => expect(field.getAttribute('aria-invalid')).toBeNull());
    expect(await waitForUploadUrl(field)).toMatch(/0+2\.webp$/);
    Object.defineProperty(field, 'files', { value: [], configurable: true });
    act(() => state().querySelector<HTMLElement>('button[aria-label="Remove cat.png"]')!.click());
    expect(await waitForUploadUrl(field)).toBe('');
    expect(state().children).toHaveLength(0);
  });

  test('that was chosen before this woke up is uploaded as well', async () => {
    const form = showForm(productData(), fileField);
    const field = form.querySelector<HTMLInputElement>('[type=file]')!;
    Object.defineProperty(field, 'files', { value: [png()], configurable: true });
    const place = form.appendChild(document.createElement('div'));
    const part = <Customisation form={{ current: form }} product={productData()} skuId={71} />;
    render(part, { container: place });
    await sent();
    expect(state().textContent).toContain('0 %');
  });

  test('is awaited by the field it is dragged over until it is let go or drawn away; a text is not', () => {
    const { field } = open(fileField);
    const drag = (type: string, kind: string) => {
      field.dispatchEvent(
        Object.assign(new Event(type, { bubbles: true }), { dataTransfer: { types: [kind] } }),
      );
      return field.hasAttribute('data-over');
    };
    expect([drag('dragenter', 'text/plain'), drag('dragleave', 'text/plain')]).toEqual([false, false]);
    expect([drag('dragenter', 'Files'), drag('dragleave', 'Files')]).toEqual([true, false]);
    expect([drag('dragenter', 'Files'), drag('drop', 'Files')]).toEqual([true, false]);
  });

  test('says how it stands without a browser too', () => {
    const said = (change: Partial<Upload>) => {
      const upload = { file: png(), part: 0.4, ...change } as Upload;
      return renderToString(<UploadState upload={upload} onAgain={() => {}} onRemove={() => {}} />);
    };
    expect(said({})).toContain('Uploading cat.png, 40 %');
    expect(said({ storedUrl: '/media/a.webp' })).toContain('cat.png is uploaded');
    expect(said({ problem: 'Too large.' })).toMatch(/Too large\.[\s\S]*Try again/);
    const refused = new File(['x'], 'x.gif', { type: 'image/gif' });
    expect(said({ problem: 'No picture.', file: refused })).not.toContain('Try again');
  });
});

describe('the design of a customised product', () => {
  const text = customOption({ others: { fontFamily: 'Fraunces', fontSize: 28 } });
  const card = customOption({
    type: 3,
    name: 'card',
    values: [{ value: 'Rust', price: 0, styleValue: '#b5664b' }],
  });
  const image = customOption({ type: 2, name: 'image' });
  const design = (
    options: Parameters<typeof buildDesign>[0],
    values: Record<string, string>,
  ): Design | null => buildDesign(options, ({ name }) => [values[name] ?? '']);

  test('is nothing while nothing is chosen', () => {
    expect(design([text, image], {})).toBeNull();
  });

  test('writes texts in their fill, font and size; without a fill in the chosen colour [PDP-24, PDP-29]', () => {
    expect(design([text, card], { text: 'AL', card: 'Rust' })?.layers).toEqual([
      { kind: 'text', text: 'AL', color: '#b5664b', family: 'Fraunces', size: 28 },
    ]);
    const filled = { ...text, others: { ...text.others, fill: '#fff' } };
    expect(design([filled, card], { text: 'AL', card: 'Rust' })?.layers).toMatchObject([{ color: '#fff' }]);
  });

  test('stands on compositeImage, else on the variant’s picture, with the shopper’s own picture [PDP-29]', () => {
    expect(design([image], { image: '/media/uploads/a.webp' })).toEqual({
      ground: null,
      layers: [{ kind: 'picture', address: '/media/uploads/a.webp' }],
    });
    const blank = { ...text, others: { compositeImage: '/media/blank.webp' } };
    expect(design([blank], { text: 'x' })?.ground).toBe('/media/blank.webp');
  });

  test('breaks long texts into lines', () => {
    expect(wrapText('one two  three', 7, (line) => line.length)).toEqual(['one two', 'three']);
    expect(wrapText('extraordinary x', 5, (line) => line.length)).toEqual(['extraordinary', 'x']);
    expect(wrapText(' ', 5, (line) => line.length)).toEqual([]);
  });

  test('is drawn while it is chosen, kept once, and its address is what the line stores [PDP-29]', async () => {
    const written: string[] = [];
    const context = {
      fillRect() {},
      drawImage() {},
      measureText: (line: string) => ({ width: line.length }),
      fillText: (line: string) => written.push(line),
    };
    vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(context as never);
    vi.stubGlobal(
      'OffscreenCanvas',
      class {
        getContext = () => context;
        convertToBlob = async () => new Blob(['picture'], { type: 'image/jpeg' });
      },
    );
    // The font fails to load: the browser draws the text in another one.
    const load = () => Promise.reject(new DOMException('A network error occurred.', 'NetworkError'));
    Object.defineProperty(document, 'fonts', { configurable: true, value: { load } });
    const product = productData({ custom_options: [text] });
    const { form } = open('<input name="custom-text">', product);
    const figure = form.querySelector<HTMLElement>('.composite')!;
    expect(figure.hidden).toBe(true);
    const keep = () => uploadDesign(form, product, 71);
    expect(await keep()).toBe('');
    form.querySelector<HTMLInputElement>('[name=custom-text]')!.value = 'A. L.';
    act(() => void form.dispatchEvent(new Event('input')));
    expect(figure.hidden).toBe(false);
    expect(form.querySelector('canvas')!.getAttribute('aria-label')).toContain('A. L.');
    await vi.waitFor(() => expect(written).toEqual(['A. L.']));
    const address = keep();
    await sent();
    expect(Request.all[0]!.body?.type).toBe('image/jpeg');
    expect(written).toEqual(['A. L.', 'A. L.']);
    Request.all[0]!.answer(0);
    expect(await address).toMatch(/^\/media\/uploads\/0+1\.webp$/);
    expect(await keep()).toBe(await address);
    expect(Request.all).toHaveLength(1);
    Reflect.deleteProperty(document, 'fonts');
  });

  test('why a picture was refused stays to be read when the product is added without one', async () => {
    const { form } = open('<input type="file" name="custom-photo">', productData());
    $uploads.setKey('custom-photo', { problem: 'Too large' } as Upload);
    expect(await waitForUploadUrl(form.querySelector<HTMLInputElement>('[type=file]')!)).toBe('');
    expect($uploads.get()['custom-photo']?.problem).toBe('Too large');
  });

  test('has its caption and its place from the server, and is not to be seen before anything is chosen', () => {
    const html = renderToString(
      <DesignPreview form={{ current: null }} product={productData()} skuId={71} />,
    );
    expect(html).toMatch(/^<figure class="composite" hidden=""><figcaption>Preview</);
  });
});
