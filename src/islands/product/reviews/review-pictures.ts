/** Pictures of a review being written: each is uploaded when it is chosen, and can be taken away or tried again. */
import { announce } from '#lib/announce.ts';
import { fill } from '#lib/fill.ts';
import { productWords } from '../product-words.ts';
import { uploadImage, uploadProblem } from '../upload-image.ts';
import { reviewWords } from './review-words.ts';

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
    error.textContent = reviewWords.mostPictures;
    place.append(error);
    announce(reviewWords.mostPictures);
  }

  function add(file: File): void {
    const item = document.createElement('li');
    const words = document.createElement('span');
    const bar = Object.assign(document.createElement('progress'), { max: 1, value: 0 });
    const stop = new AbortController();
    const remove = Object.assign(document.createElement('button'), { type: 'button', textContent: '×' });
    remove.className = 'upload-act';
    remove.setAttribute('aria-label', fill(productWords.removePicture, { name: file.name }));
    remove.addEventListener('click', () => {
      stop.abort();
      chosen.delete(item);
      item.remove();
      field.disabled = false;
      field.focus();
    });
    const begin = () => {
      item.replaceChildren(words, remove, bar);
      words.className = '';
      const progress = (part: number) => {
        bar.value = part;
        words.textContent = fill(productWords.uploading, {
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
          words.textContent = file.name;
          item.replaceChildren(picture, words, remove);
          announce(fill(productWords.uploaded, { name: file.name }));
        },
        (error: Error) => {
          if (stop.signal.aborted) return;
          words.textContent = `${file.name}: ${error.message}`;
          words.className = 'field-error';
          const again = Object.assign(document.createElement('button'), { type: 'button' });
          again.className = 'upload-act';
          again.textContent = productWords.tryAgain;
          again.addEventListener('click', begin);
          // The same file would be refused again.
          if (uploadProblem(file)) item.replaceChildren(words, remove);
          else item.replaceChildren(words, again, remove);
          announce(words.textContent);
        },
      );
    };
    list.append(item);
    begin();
  }

  return { addresses: () => Promise.all(chosen.values()) };
}
