import { useStore } from '@nanostores/react';
import { useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { announce } from '#client/page/announce.ts';
import { overlayTexts } from '#client/product/texts.ts';
import { UploadState } from '../product/UploadState.tsx';
import { $uploads, upload } from '../product/uploads.ts';

const maxPictures = 5;
const fieldPrefix = 'review-picture-';
/** Empty uploads for server rendering. */
const none = {};
let lastId = 0;

function chosen(uploads = $uploads.get()) {
  return Object.entries(uploads).flatMap(([name, found]) =>
    found && name.startsWith(fieldPrefix) ? [{ name, found }] : [],
  );
}

/** Returns the URLs of the review's images once they are uploaded. @throws Error with a message for the shopper */
export function waitForReviewImages(): Promise<string[]> {
  return Promise.all(chosen().map(({ found }) => found.address));
}

/** Renders the file field of a review and its uploads; each image is uploaded as soon as it is selected (PDP-20). */
export function ImageUploadField() {
  const field = useRef<HTMLInputElement>(null);
  const [isTooMany, setTooMany] = useState(false);
  const uploads = chosen(useStore($uploads, { ssr: () => none }));
  // Remove the uploads on unmount, so that the next review starts without images.
  useEffect(
    () => () => {
      for (const { name } of chosen()) void upload(name);
    },
    [],
  );

  const choose = ({ currentTarget }: { currentTarget: HTMLInputElement }) => {
    const files = [...(currentTarget.files ?? [])];
    currentTarget.value = '';
    const room = maxPictures - uploads.length;
    for (const file of files.slice(0, room)) {
      lastId += 1;
      void upload(fieldPrefix + lastId, file);
    }
    setTooMany(files.length > room);
    if (files.length > room) announce(overlayTexts.reviewMostPictures);
  };

  return (
    <div className="field">
      <label className="label" htmlFor="review-images">
        {overlayTexts.reviewImages}
      </label>
      <p className="small quiet" id="review-images-hint">
        {overlayTexts.reviewImagesHint}
      </p>
      <input
        ref={field}
        className="upload"
        id="review-images"
        type="file"
        multiple
        accept="image/png,image/jpeg,image/webp"
        aria-describedby="review-images-hint"
        disabled={uploads.length >= maxPictures}
        onChange={choose}
      />
      <ul className="review-uploads">
        {uploads.map(({ name, found }) => (
          <li className="upload-state" key={name}>
            <UploadState
              upload={found}
              onAgain={() => void upload(name, found.file)}
              onRemove={() => {
                // A disabled field cannot receive focus, so render its enabled state first.
                flushSync(() => void upload(name));
                field.current?.focus();
              }}
            />
          </li>
        ))}
      </ul>
      {isTooMany && <p className="field-error">{overlayTexts.reviewMostPictures}</p>}
    </div>
  );
}
