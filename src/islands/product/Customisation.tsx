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

/** The server has no uploads. */
const none = {};

interface Props {
  form: RefObject<HTMLFormElement | null>;
  product: ProductData;
  /** Id of the chosen variant. */
  skuId: number;
  /** Problems that prevent buying. */
  problems?: readonly BuyFormError[];
}

/** Renders the extras of a customised product's form: uploads next to their fields, and the design's live picture (R57). */
export function Customisation({ form, product, skuId, problems = [] }: Props) {
  const uploads = useStore($uploads, { ssr: () => none });

  useEffect(() => {
    const element = form.current!;
    const change = ({ target }: Event) => isFileField(target) && begin(target);
    element.addEventListener('change', change);
    for (const type of dragTypes) element.addEventListener(type, markDrag);
    // Files chosen before hydration.
    for (const field of element.elements) if (isFileField(field) && field.files?.[0]) begin(field);
    return () => {
      element.removeEventListener('change', change);
      for (const type of dragTypes) element.removeEventListener(type, markDrag);
    };
  }, [form]);

  return (
    <>
      {Object.entries(uploads).map(([name, found]) => {
        // The upload of a review form has no field here.
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

/** Marks the field while a file is dragged over it. Browsers do not drop text or links into a file field. */
function markDrag({ target, type, dataTransfer }: DragEvent): void {
  const isFileOver = type === 'dragenter' && (dataTransfer?.types.includes('Files') ?? false);
  if (isFileField(target)) target.toggleAttribute('data-over', isFileOver);
}

/** The server renders the field itself. */
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

/** Uploads a file; its success or failure changes the price and the design. */
function begin(field: HTMLInputElement, file = field.files?.[0]): void {
  // Deselects a file that the shop would reject, so that it costs nothing.
  if (file && getUploadError(file)) field.value = '';
  const dispatchChange = () => field.form?.dispatchEvent(new Event('change'));
  upload(field.name, file).then(dispatchChange, dispatchChange);
}

/**
 * Waits for the shopper's uploads, and uploads the current design (PDP-29).
 * @returns URLs by field name; the design's is '' if there is none
 * @throws Error with a message for the shopper
 */
export async function uploadCustomImages(form: HTMLFormElement, product: ProductData, skuId: number) {
  const urls = new Map<string, string>();
  for (const field of form.elements)
    if (isFileField(field) && !field.disabled) urls.set(field.name, await waitForUploadUrl(field));
  return { urls, design: await uploadDesign(form, product, skuId) };
}
