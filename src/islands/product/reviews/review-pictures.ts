/** Pictures of a review being written: each is uploaded when it is chosen, and can be taken away or tried again. */
import { announce } from '#client/announce.ts';
import { uploadImage, uploadProblem } from '#client/product/upload-image.ts';
import { words } from '#client/product/words.ts';
import { fill } from '#lib/fill.ts';

const most = 5;

export interface ReviewPictures {
  /** Addresses of all chosen pictures; waits for those on their way. @throws Error with words for the shopper */
  addresses(): Promise<string[]>;
}

/** @param place holds the file field and the list of pictures */
export function mountReviewPictures(place: HTMLElement): ReviewPictures {
  const field = place.querySelector<HTMLInputElement>('input[type=file]')!;
  const list = place.querySelector('.review-uploads')!;
  const chosen = new Map<Element, Promise<string>>();

  field.addEventListener('change', () => {
    const files = [...(field.files ?? [])];
    field.value = '';
    place.querySelector(':scope > .field-error')?.remove();
    const room = most - chosen.size;
    for (const file of files.slice(0, room)) add(file);
    field.disabled = chosen.size >= most;
    if (files.length > room) refuseMore();
  });

  function refuseMore(): void {
    const error = Object.assign(document.createElement('p'), { className: 'field-error' });
    error.textContent = words.reviewMostPictures;
    place.append(error);
    announce(words.reviewMostPictures);
  }

  function add(file: File): void {
    const item = document.createElement('li');
    const state = document.createElement('span');
    const bar = Object.assign(document.createElement('progress'), { max: 1, value: 0 });
    const stop = new AbortController();
    const remove = Object.assign(document.createElement('button'), { type: 'button', textContent: '×' });
    remove.className = 'upload-act';
    remove.setAttribute('aria-label', fill(words.removePicture, { name: file.name }));
    remove.addEventListener('click', () => {
      stop.abort();
      chosen.delete(item);
      item.remove();
      field.disabled = false;
      field.focus();
    });
    const begin = () => {
      item.replaceChildren(state, remove, bar);
      state.className = '';
      const progress = (part: number) => {
        bar.value = part;
        state.textContent = fill(words.uploadProgress, {
          name: file.name,
          percent: Math.round(part * 100),
        });
      };
      progress(0);
      const address = uploadImage(file, progress, stop.signal);
      chosen.set(item, address);
      address.then(
        (src) => {
          const picture = Object.assign(document.createElement('img'), {
            src,
            alt: '',
            width: 56,
            height: 56,
          });
          state.textContent = file.name;
          item.replaceChildren(picture, state, remove);
          announce(fill(words.uploadDone, { name: file.name }));
        },
        (error: Error) => {
          if (stop.signal.aborted) return;
          state.textContent = `${file.name}: ${error.message}`;
          state.className = 'field-error';
          const again = Object.assign(document.createElement('button'), { type: 'button' });
          again.className = 'upload-act';
          again.textContent = words.uploadAgain;
          again.addEventListener('click', begin);
          // The same file would be refused again.
          if (uploadProblem(file)) item.replaceChildren(state, remove);
          else item.replaceChildren(state, again, remove);
          announce(state.textContent);
        },
      );
    };
    list.append(item);
    begin();
  }

  return { addresses: () => Promise.all(chosen.values()) };
}
