import { useStore } from '@nanostores/react';
import { type RefObject, useEffect } from 'react';
import { createPortal } from 'react-dom';
import { uploadProblem } from '#client/product/upload-image.ts';
import { Composite } from './Composite.tsx';
import { missingId, type Problem } from './custom-options.ts';
import { isDesigned } from './design.ts';
import { uploadDesign } from './draw-design.ts';
import type { ProductData } from './product-data.ts';
import { UploadState } from './UploadState.tsx';
import { $uploads, type Upload, upload, uploadedAddress } from './uploads.ts';

/** On the server nothing is chosen. */
const none = {};

interface Props {
  form: RefObject<HTMLFormElement | null>;
  product: ProductData;
  /** Id of the chosen variant. */
  skuId: number;
  /** What still stands in the way of buying. */
  problems?: readonly Problem[];
}

/** What the form of a customised product has besides: its uploads, beside their fields, and the design's live picture (R57). */
export function Customisation({ form, product, skuId, problems = [] }: Props) {
  const uploads = useStore($uploads, { ssr: () => none });

  useEffect(() => {
    const element = form.current!;
    const change = ({ target }: Event) => isFileField(target) && begin(target);
    element.addEventListener('change', change);
    for (const type of dragTypes) element.addEventListener(type, markDrag);
    // Chosen before this woke up.
    for (const field of element.elements) if (isFileField(field) && field.files?.[0]) begin(field);
    return () => {
      element.removeEventListener('change', change);
      for (const type of dragTypes) element.removeEventListener(type, markDrag);
    };
  }, [form]);

  return (
    <>
      {Object.entries(uploads).map(([name, found]) => {
        // Of a review that is being written there is none.
        const field = form.current?.elements.namedItem(name);
        const place = isFileField(field) && field.nextElementSibling;
        return place && found && createPortal(<OwnUpload {...{ field, found }} />, place, name);
      })}
      {problems.map(({ message, field, option }) => {
        const place = option !== undefined && field?.closest('[data-custom]')?.lastElementChild;
        const fieldError = option !== undefined && (
          <p className="field-error" id={missingId(option)}>
            {message}
          </p>
        );
        return place && createPortal(fieldError, place, option);
      })}
      {isDesigned(product.custom_options) && <Composite {...{ form, product, skuId }} />}
    </>
  );
}

const dragTypes = ['dragenter', 'dragleave', 'drop'] as const;

/** A file is held over the field: it may be let go here. Of a text or a link the browser takes nothing. */
function markDrag({ target, type, dataTransfer }: DragEvent): void {
  const isHeld = type === 'dragenter' && (dataTransfer?.types.includes('Files') ?? false);
  if (isFileField(target)) target.toggleAttribute('data-over', isHeld);
}

/** The field itself is the page's own markup. */
function OwnUpload({ field, found }: { field: HTMLInputElement; found: Upload }) {
  const errorId = `${field.id}-error`;
  const { file, problem } = found;
  useEffect(() => {
    if (problem === undefined) return;
    field.setAttribute('aria-invalid', 'true');
    field.setAttribute('aria-describedby', errorId);
    return () => {
      field.removeAttribute('aria-invalid');
      field.removeAttribute('aria-describedby');
    };
  }, [field, problem, errorId]);
  return (
    <UploadState
      upload={found}
      errorId={errorId}
      onAgain={() => {
        field.focus();
        begin(field, file);
      }}
      onRemove={() => {
        field.value = '';
        field.dispatchEvent(new Event('change', { bubbles: true }));
        field.focus();
      }}
    />
  );
}

function isFileField(field: unknown): field is HTMLInputElement {
  return field instanceof HTMLInputElement && field.type === 'file';
}

/** What has arrived, or was refused, changes the price and the design. */
function begin(field: HTMLInputElement, file = field.files?.[0]): void {
  // What the shop would refuse is not chosen, and costs nothing.
  if (file && uploadProblem(file)) field.value = '';
  const tell = () => field.form?.dispatchEvent(new Event('change'));
  upload(field.name, file).then(tell, tell);
}

/**
 * Waits for the shopper's own pictures, and keeps the design of what is chosen now (PDP-29).
 * @returns their addresses, by the names of their fields; the design's is '' where there is none
 * @throws Error with words for the shopper
 */
export async function uploadPictures(form: HTMLFormElement, product: ProductData, skuId: number) {
  const urls = new Map<string, string>();
  for (const field of form.elements)
    if (isFileField(field) && !field.disabled) urls.set(field.name, await uploadedAddress(field));
  return { urls, design: await uploadDesign(form, product, skuId) };
}
