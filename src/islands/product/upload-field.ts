/** A file field that uploads what is chosen at once, says how far it is, and lets it be tried again or taken away (PDP-28). */
import { announce } from '#client/announce.ts';
import { uploadImage, uploadProblem } from '#client/product/upload-image.ts';
import { words } from '#client/product/words.ts';
import { fill } from '#lib/fill.ts';

interface Upload {
  file: File;
  address: Promise<string>;
  isFailed: boolean;
  stop: AbortController;
}

const uploads = new WeakMap<HTMLInputElement, Upload>();

/**
 * Uploads from now on, and what was chosen before.
 * @param onChange called when a picture has arrived or was taken away
 */
export function mountUploadField(
  field: HTMLInputElement,
  signal: AbortSignal,
  onChange: () => void = () => {},
): void {
  const begin = () => {
    uploads.get(field)?.stop.abort();
    uploads.delete(field);
    const file = field.files?.[0];
    if (file) start(field, file, onChange);
    else stateOf(field).replaceChildren();
  };
  field.addEventListener('change', begin, { signal });
  if (field.files?.[0]) begin();
}

/**
 * Where the chosen picture is kept; waits for it, and tries once more what has failed.
 * @returns '' when none is chosen
 * @throws Error with words for the shopper
 */
export function uploadedAddress(field: HTMLInputElement): Promise<string> {
  const file = field.files?.[0];
  if (!file) return Promise.resolve('');
  const known = uploads.get(field);
  return known?.file === file && !known.isFailed ? known.address : start(field, file, () => {});
}

function start(field: HTMLInputElement, file: File, onChange: () => void): Promise<string> {
  const stop = new AbortController();
  const bar = Object.assign(document.createElement('progress'), { max: 1, value: 0 });
  const name = document.createElement('span');
  const show = (part: number) => {
    bar.value = part;
    name.textContent = fill(words.uploadProgress, { name: file.name, percent: Math.round(part * 100) });
  };
  show(0);
  field.removeAttribute('aria-invalid');
  stateOf(field).replaceChildren(name, bar);
  const upload: Upload = { file, stop, isFailed: false, address: uploadImage(file, show, stop.signal) };
  uploads.set(field, upload);
  const isCurrent = () => uploads.get(field) === upload;
  upload.address.then(
    (address) => {
      if (!isCurrent()) return;
      showDone(field, file, address, onChange);
      onChange();
    },
    (error: Error) => {
      upload.isFailed = true;
      if (isCurrent()) showFailed(field, file, error.message, onChange);
    },
  );
  return upload.address;
}

function showDone(field: HTMLInputElement, file: File, address: string, onChange: () => void): void {
  const picture = Object.assign(document.createElement('img'), {
    src: address,
    alt: '',
    width: 48,
    height: 48,
  });
  const said = fill(words.uploadDone, { name: file.name });
  const label = fill(words.removePicture, { name: file.name });
  const remove = button(label, '×', () => {
    field.value = '';
    field.dispatchEvent(new Event('change', { bubbles: true }));
    field.focus();
    onChange();
  });
  stateOf(field).replaceChildren(picture, text(said), remove);
  announce(said);
}

function showFailed(field: HTMLInputElement, file: File, message: string, onChange: () => void): void {
  field.setAttribute('aria-invalid', 'true');
  const error = text(message);
  error.className = 'field-error';
  error.id = `${field.id}-error`;
  field.setAttribute('aria-describedby', error.id);
  const again = button('', words.uploadAgain, () => {
    field.focus();
    void start(field, file, onChange).catch(() => {});
  });
  stateOf(field).replaceChildren(error, again);
  // The same file would be refused again: it is not chosen, and costs nothing.
  if (uploadProblem(file)) {
    again.remove();
    uploads.delete(field);
    field.value = '';
    onChange();
  }
  announce(message);
}

function stateOf(field: HTMLInputElement): HTMLElement {
  const known = field.nextElementSibling;
  if (known instanceof HTMLElement && known.classList.contains('upload-state')) return known;
  const made = document.createElement('div');
  made.className = 'upload-state small';
  field.after(made);
  return made;
}

function text(said: string): HTMLElement {
  return Object.assign(document.createElement('span'), { textContent: said });
}

function button(label: string, sign: string, act: () => void): HTMLButtonElement {
  const made = Object.assign(document.createElement('button'), { type: 'button', textContent: sign });
  made.className = 'upload-act';
  if (label) made.setAttribute('aria-label', label);
  made.addEventListener('click', act);
  return made;
}
