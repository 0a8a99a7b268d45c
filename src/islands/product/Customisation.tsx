import { useStore } from '@nanostores/react';
import { type RefObject, useEffect } from 'react';
import { createPortal } from 'react-dom';
import { getUploadError } from '#client/product/upload-image.ts';
import { type BuyFormError, optionErrorId } from './custom-options.ts';
import { DesignPreview } from './DesignPreview.tsx';
import { hasDesign } from './design.ts';
import { uploadDesign } from './draw-design.ts';
import type { ProductData } from './product-data.ts';
import { UploadState } from './UploadState.tsx';
import { $uploads, type Upload, upload, waitForUploadUrl } from './uploads.ts';

/** Empty uploads for server rendering. */
const none = {};

interface Props {
  form: RefObject<HTMLFormElement | null>;
  product: ProductData;
  /** Id of the chosen variant. */
  skuId: number;
  /** Errors that prevent adding the product to the bag or buying it. */
  problems?: readonly BuyFormError[];
}

/** Renders additions to the form of a customised product: uploads and errors next to their fields, and a live image of the design (R57). */
export function Customisation({ form, product, skuId, problems = [] }: Props) {
  const uploads = useStore($uploads, { ssr: () => none });

  useEffect(() => {
    const element = form.current!;
    const change = ({ target }: Event) => isFileField(target) && begin(target);
    element.addEventListener('change', change);
    for (const type of dragTypes) element.addEventListener(type, markDrag);
    // Upload files that were selected before hydration.
    for (const field of element.elements) if (isFileField(field) && field.files?.[0]) begin(field);
    return () => {
      element.removeEventListener('change', change);
      for (const type of dragTypes) element.removeEventListener(type, markDrag);
    };
  }, [form]);

  return (
    <>
      {Object.entries(uploads).map(([name, found]) => {
        // `$uploads` also contains uploads of the review form, which have no field in this form.
        const field = form.current?.elements.namedItem(name);
        const place = isFileField(field) && field.nextElementSibling;
        return place && found && createPortal(<FieldUpload {...{ field, found }} />, place, name);
      })}
      {problems.map(({ message, field, option }) => {
        const place = option !== undefined && field?.closest('[data-custom]')?.lastElementChild;
        const fieldError = option !== undefined && (
          <p className="field-error" id={optionErrorId(option)}>
            {message}
          </p>
        );
        return place && createPortal(fieldError, place, option);
      })}
      {hasDesign(product.custom_options) && <DesignPreview {...{ form, product, skuId }} />}
    </>
  );
}

const dragTypes = ['dragenter', 'dragleave', 'drop'] as const;

/** Marks a file field while a file is dragged over it. Browsers do not drop text or links into a file field. */
function markDrag({ target, type, dataTransfer }: DragEvent): void {
  const isFileOver = type === 'dragenter' && (dataTransfer?.types.includes('Files') ?? false);
  if (isFileField(target)) target.toggleAttribute('data-over', isFileOver);
}

/** Renders the state of an upload next to its file field, which the server has rendered. */
function FieldUpload({ field, found }: { field: HTMLInputElement; found: Upload }) {
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

/** Uploads a file. Dispatches `change` after success or failure, because both affect the price and the design. */
function begin(field: HTMLInputElement, file = field.files?.[0]): void {
  // Deselect a file that the server would reject, so that it adds no surcharge.
  if (file && getUploadError(file)) field.value = '';
  const dispatchChange = () => field.form?.dispatchEvent(new Event('change'));
  upload(field.name, file).then(dispatchChange, dispatchChange);
}

/**
 * Waits for the shopper's uploads, and uploads the current design (PDP-29).
 * @returns URLs of the uploads by field name, and the URL of the design, '' if there is none
 * @throws Error with a message for the shopper
 */
export async function uploadCustomImages(form: HTMLFormElement, product: ProductData, skuId: number) {
  const urls = new Map<string, string>();
  for (const field of form.elements)
    if (isFileField(field) && !field.disabled) urls.set(field.name, await waitForUploadUrl(field));
  return { urls, design: await uploadDesign(form, product, skuId) };
}
