import { useEffect } from 'react';
import { words } from '#client/product/words.ts';
import { useAnnounced } from '../use-announced.ts';
import type { Upload } from './uploads.ts';

interface Props {
  field: HTMLInputElement;
  upload: Upload;
  onAgain: () => void;
  onRemove: () => void;
}

/** How far an upload is; what failed can be tried again, what has arrived taken away (PDP-28). */
export function UploadState({ field, upload, onAgain, onRemove }: Props) {
  const { part, kept, problem, isRefused } = upload;
  const { name } = upload.file;
  const done = kept ? words.text('uploadDone', { name }) : '';
  useAnnounced(problem ?? done);

  // The field itself is the page's own markup.
  useEffect(() => {
    if (problem === undefined) return;
    field.setAttribute('aria-invalid', 'true');
    field.setAttribute('aria-describedby', `${field.id}-error`);
    return () => {
      field.removeAttribute('aria-invalid');
      field.removeAttribute('aria-describedby');
    };
  }, [field, problem]);

  if (problem !== undefined)
    return (
      <>
        <span className="field-error" id={`${field.id}-error`}>
          {problem}
        </span>
        {!isRefused && (
          <button className="upload-act" type="button" onClick={onAgain}>
            {words.uploadAgain}
          </button>
        )}
      </>
    );
  if (kept)
    return (
      <>
        <img src={kept} alt="" width={48} height={48} />
        <span>{done}</span>
        <button
          className="upload-act"
          type="button"
          aria-label={words.text('removePicture', { name })}
          onClick={onRemove}
        >
          ×
        </button>
      </>
    );
  return (
    <>
      <span>{words.text('uploadProgress', { name, percent: Math.round(part * 100) })}</span>
      <progress max={1} value={part} />
    </>
  );
}
