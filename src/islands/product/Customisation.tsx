import { useStore } from '@nanostores/react';
import { type RefObject, useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { Composite, type KeepDesign } from './Composite.tsx';
import { isDesigned } from './design.ts';
import type { ProductData } from './product-data.ts';
import { UploadState } from './UploadState.tsx';
import { $uploads, upload } from './uploads.ts';

/** On the server nothing is chosen. */
const none = {};

interface Props {
  form: RefObject<HTMLFormElement | null>;
  product: ProductData;
  /** Id of the chosen variant. */
  skuId: number;
  /** Called with what keeps the design's picture; null for a product that has none. */
  onReady: (keep: KeepDesign | null) => void;
}

/** What the form of a customised product has besides: its uploads, beside their fields, and the design's live picture (R57). */
export function Customisation({ form, product, skuId, onReady }: Props) {
  const uploads = useStore($uploads, { ssr: () => none });
  const [fields, setFields] = useState<HTMLInputElement[]>([]);
  const hasDesign = isDesigned(product.custom_options);

  useEffect(() => {
    const found = [...form.current!.elements].filter(isFileField);
    setFields(found);
    const change = ({ target }: Event) => isFileField(target) && begin(target);
    for (const field of found) {
      field.addEventListener('change', change);
      // Chosen before this woke up.
      if (field.files?.[0]) begin(field);
    }
    return () => {
      for (const field of found) field.removeEventListener('change', change);
    };
  }, [form]);

  useEffect(() => {
    if (!hasDesign) onReady(null);
  }, [hasDesign, onReady]);

  return (
    <>
      {fields.map((field) => {
        const place = field.nextElementSibling;
        const known = uploads[field.name];
        const remove = () => {
          field.value = '';
          field.dispatchEvent(new Event('change', { bubbles: true }));
          field.focus();
        };
        const again = () => {
          field.focus();
          begin(field);
        };
        return (
          place &&
          known &&
          createPortal(
            <UploadState field={field} upload={known} onAgain={again} onRemove={remove} />,
            place,
            field.name,
          )
        );
      })}
      {hasDesign && <Composite form={form} product={product} skuId={skuId} onReady={onReady} />}
    </>
  );
}

function isFileField(field: unknown): field is HTMLInputElement {
  return field instanceof HTMLInputElement && field.type === 'file';
}

/** What has arrived, or was refused, changes the price and the design. */
function begin(field: HTMLInputElement): void {
  const tell = () => field.form?.dispatchEvent(new Event('change'));
  upload(field).then(tell, tell);
}
