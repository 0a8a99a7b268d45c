import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { uploadImage } from '#client/product/upload-image.ts';
import { words } from '#client/product/words.ts';
import type { Design } from './design.ts';
import { type ChosenDesign, canvasWidth, chosenDesign, draw, heightOf, pictureOf } from './draw-design.ts';
import type { ProductData } from './product-data.ts';

/** Keeps the picture as it is now. @returns its address, '' while there is none. @throws Error with words for the shopper */
export type KeepDesign = () => Promise<string>;

interface Props {
  form: RefObject<HTMLFormElement | null>;
  product: ProductData;
  /** Id of the chosen variant. */
  skuId: number;
  onReady: (keep: KeepDesign) => void;
}

/** The picture of a customised product: drawn while it is chosen, uploaded when it is put into the bag (PDP-29). */
export function Composite({ form, product, skuId, onReady }: Props) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [design, setDesign] = useState<ChosenDesign | null>(null);
  // As high as it will be: what stands below moves once, not again when the picture has come.
  const [height] = useState(() => heightOf(pictureOf(product, skuId)));
  /** False while there is no picture: the browser cannot draw. */
  const drawing = useRef(Promise.resolve(false));
  const kept = useRef({ key: '', address: '' });

  const read = useEffectEvent(() => {
    const now = chosenDesign(form.current!, product, skuId);
    setDesign((before) => (JSON.stringify(now) === JSON.stringify(before) ? before : now));
  });
  const keep = useEffectEvent(async () => {
    flushSync(read);
    const key = JSON.stringify(chosenDesign(form.current!, product, skuId));
    if (key === 'null' || !(await drawing.current)) return '';
    if (kept.current.key === key) return kept.current.address;
    const blob = await new Promise<Blob | null>((resolve) =>
      canvas.current!.toBlob(resolve, 'image/jpeg', 0.86),
    );
    if (!blob) throw new Error(words.uploadFailed);
    const address = await uploadImage(new File([blob], 'design.jpeg', { type: 'image/jpeg' }));
    kept.current = { key, address };
    return address;
  });

  // biome-ignore lint/correctness/useExhaustiveDependencies: another variant is another picture to draw on.
  useEffect(() => {
    const element = form.current!;
    const follow = () => read();
    follow();
    for (const type of ['input', 'change']) element.addEventListener(type, follow);
    return () => {
      for (const type of ['input', 'change']) element.removeEventListener(type, follow);
    };
  }, [form, skuId]);

  useEffect(() => {
    if (!design) return;
    let isOver = false;
    // One after another, and only the newest: a slow picture must not draw over what was chosen later.
    drawing.current = drawing.current.then((before) =>
      isOver ? before : draw(canvas.current!, design).catch(() => false),
    );
    return () => {
      isOver = true;
    };
  }, [design]);

  useEffect(() => onReady(() => keep()), [onReady]);

  return (
    <figure className="composite" hidden={!design}>
      <figcaption>{words.preview}</figcaption>
      <canvas
        ref={canvas}
        width={canvasWidth}
        height={height}
        role="img"
        aria-label={design ? labelOf(design) : undefined}
      />
    </figure>
  );
}

function labelOf({ layers }: Design): string {
  const parts = layers.map((layer) => (layer.kind === 'text' ? `“${layer.text}”` : words.previewPicture));
  return words.text('previewOf', { parts: parts.join(', ') });
}
