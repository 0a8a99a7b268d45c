import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import { words } from '#client/product/words.ts';
import type { Design } from './design.ts';
import {
  type ChosenDesign,
  canvasWidth,
  chosenDesign,
  drawingOf,
  heightOf,
  pictureOf,
} from './draw-design.ts';
import type { ProductData } from './product-data.ts';

interface Props {
  form: RefObject<HTMLFormElement | null>;
  product: ProductData;
  /** Id of the chosen variant. */
  skuId: number;
}

/** The picture of a customised product, drawn while it is chosen (PDP-29). */
export function Composite({ form, product, skuId }: Props) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [design, setDesign] = useState<ChosenDesign | null>(null);
  // As high as it will be: what stands below moves once, not again when the picture has come.
  const [height] = useState(() => heightOf(pictureOf(product, skuId)));

  const read = useEffectEvent(() => {
    const now = chosenDesign(form.current!, product, skuId);
    setDesign((before) => (JSON.stringify(now) === JSON.stringify(before) ? before : now));
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
    // A slow picture must not draw over what was chosen later.
    void drawingOf(design).then((draw) => isOver || draw(canvas.current!));
    return () => {
      isOver = true;
    };
  }, [design]);

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
