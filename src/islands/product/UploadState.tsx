import { overlayTexts } from '#client/product/texts.ts';
import { getUploadError } from '#client/product/upload-image.ts';
import { useAnnouncement } from '../use-announcement.ts';
import type { Upload } from './uploads.ts';

interface Props {
  upload: Upload;
  /** Id of the error message. */
  errorId?: string;
  onAgain: () => void;
  onRemove: () => void;
}

/** Renders the progress of an upload, with buttons to retry a failed upload and to remove the file (PDP-20, PDP-28). */
export function UploadState({ upload, errorId, onAgain, onRemove }: Props) {
  const { file, part, storedUrl: address, problem } = upload;
  const { name } = file;
  const over =
    problem === undefined ? address && overlayTexts.text('uploadDone', { name }) : `${name}: ${problem}`;
  useAnnouncement(over ?? '');
  return (
    <>
      {address && <img src={address} alt="" width={56} height={56} />}
      <span className={problem && 'field-error'} id={problem && errorId}>
        {over ?? overlayTexts.text('uploadProgress', { name, percent: Math.round(part * 100) })}
      </span>
      {/* Offer no retry for a file that the server would reject again. */}
      {problem !== undefined && !getUploadError(file) && (
        <button className="upload-act" type="button" onClick={onAgain}>
          {overlayTexts.uploadAgain}
        </button>
      )}
      <button
        className="upload-act"
        type="button"
        aria-label={overlayTexts.text('removePicture', { name })}
        onClick={onRemove}
      >
        ×
      </button>
      {over === undefined && <progress max={1} value={part} />}
    </>
  );
}
