import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { announce } from '#client/announce.ts';
import { uploadImage, uploadProblem } from '#client/product/upload-image.ts';
import { words } from '#client/product/words.ts';

const most = 5;

interface Upload {
  id: number;
  file: File;
  stop: AbortController;
  /** Where it is kept; rejects with words for the shopper. */
  address: Promise<string>;
  /** Of the file that is sent, 0 to 1. */
  part: number;
  /** '' until it has arrived. */
  src: string;
  problem: string;
}

let lastId = 0;

/** Pictures of a review being written: each is uploaded when it is chosen, and can be taken away or tried again. */
export function useUploads() {
  const [uploads, setUploads] = useState<readonly Upload[]>([]);
  const change = (id: number, changed: Partial<Upload>) =>
    setUploads((all) => all.map((upload) => (upload.id === id ? { ...upload, ...changed } : upload)));

  const send = (id: number, file: File, stop: AbortController): Promise<string> => {
    const address = uploadImage(file, (part) => change(id, { part }), stop.signal);
    address.then(
      (src) => {
        change(id, { src });
        announce(words.text('uploadDone', { name: file.name }));
      },
      (error: Error) => {
        if (stop.signal.aborted) return;
        const problem = `${file.name}: ${error.message}`;
        change(id, { problem });
        announce(problem);
      },
    );
    return address;
  };

  return {
    uploads,
    add(file: File) {
      lastId += 1;
      const stop = new AbortController();
      const address = send(lastId, file, stop);
      const upload = { id: lastId, file, stop, address, part: 0, src: '', problem: '' };
      setUploads((all) => [...all, upload]);
    },
    again: ({ id, file, stop }: Upload) =>
      change(id, { address: send(id, file, stop), part: 0, problem: '' }),
    remove({ id, stop }: Upload) {
      stop.abort();
      setUploads((all) => all.filter((upload) => upload.id !== id));
    },
  };
}

/** The file field of a review, and what was chosen in it. */
export function PictureField({ uploads, add, again, remove }: ReturnType<typeof useUploads>) {
  const field = useRef<HTMLInputElement>(null);
  const [isTooMany, setTooMany] = useState(false);

  const choose = () => {
    const { current } = field;
    const files = [...(current?.files ?? [])];
    if (current) current.value = '';
    const room = most - uploads.length;
    for (const file of files.slice(0, room)) add(file);
    setTooMany(files.length > room);
    if (files.length > room) announce(words.reviewMostPictures);
  };
  const takeAway = (upload: Upload) => {
    // A field that is disabled takes no focus.
    flushSync(() => remove(upload));
    field.current?.focus();
  };

  return (
    <div className="field">
      <label className="label" htmlFor="review-images">
        {words.reviewImages}
      </label>
      <p className="small quiet" id="review-images-hint">
        {words.reviewImagesHint}
      </p>
      <input
        ref={field}
        className="upload"
        id="review-images"
        type="file"
        multiple
        accept="image/png,image/jpeg,image/webp"
        aria-describedby="review-images-hint"
        disabled={uploads.length >= most}
        onChange={choose}
      />
      <ul className="review-uploads">
        {uploads.map((upload) => (
          <li key={upload.id}>
            {upload.src && <img src={upload.src} alt="" width="56" height="56" />}
            <span className={upload.problem ? 'field-error' : undefined}>{saidOf(upload)}</span>
            {/* The same file would be refused again. */}
            {upload.problem && !uploadProblem(upload.file) && (
              <button className="upload-act" type="button" onClick={() => again(upload)}>
                {words.uploadAgain}
              </button>
            )}
            <button
              className="upload-act"
              type="button"
              aria-label={words.text('removePicture', { name: upload.file.name })}
              onClick={() => takeAway(upload)}
            >
              ×
            </button>
            {!upload.src && !upload.problem && <progress max={1} value={upload.part} />}
          </li>
        ))}
      </ul>
      {isTooMany && <p className="field-error">{words.reviewMostPictures}</p>}
    </div>
  );
}

function saidOf({ file: { name }, part, src, problem }: Upload): string {
  if (problem || src) return problem || name;
  return words.text('uploadProgress', { name, percent: Math.round(part * 100) });
}
