import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { scrollToImage, slideAt } from '#client/carousel/gallery.ts';
import { overlayTexts } from '#client/product/texts.ts';
import { findInitialVariant } from '#lib/pages/initial-variant.ts';
import type { Design } from './design.ts';
import {
  type ChosenDesign,
  canvasHeight,
  canvasWidth,
  chosenDesign,
  findGalleryImage,
  loadDesignRenderer,
} from './draw-design.ts';
import type { ProductData } from './product-data.ts';

interface Props {
  form: RefObject<HTMLFormElement | null>;
  product: ProductData;
  /** Id of the chosen variant. */
  skuId: number;
}

/** Renders a live image of a customised product (PDP-29). */
export function DesignPreview({ form, product, skuId }: Props) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [design, setDesign] = useState<ChosenDesign | null>(null);
  // Reserve the canvas's final height: the content below moves when the canvas appears, but not again when the image has loaded.
  const [height] = useState(() => canvasHeight(findGalleryImage(product, skuId)));

  const index = findInitialVariant(product, String(skuId)).picture;
  const [slide, setSlide] = useState<HTMLElement | null>(null);
  useLayoutEffect(() => setSlide(slideAt(index)), [index]);
  const isShown = design !== null;
  useEffect(() => {
    if (isShown) scrollToImage(index);
  }, [isShown, index]);

  const read = useEffectEvent(() => {
    const now = chosenDesign(form.current!, product, skuId);
    setDesign((before) => (JSON.stringify(now) === JSON.stringify(before) ? before : now));
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: another variant has another image to draw on.
  useEffect(() => {
    const element = form.current!;
    const follow = () => read();
    follow();
    for (const type of ['input', 'change']) element.addEventListener(type, follow);
    return () => {
      for (const type of ['input', 'change']) element.removeEventListener(type, follow);
    };
  }, [form, skuId]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another gallery slide creates another canvas.
  useEffect(() => {
    if (!design) return;
    let isOver = false;
    // A slowly loading image must not overwrite the design of a later choice.
    void loadDesignRenderer(design).then((draw) => isOver || (canvas.current && draw(canvas.current)));
    return () => {
      isOver = true;
    };
  }, [design, slide]);

  const picture = (
    <canvas
      ref={canvas}
      className="composite-picture"
      hidden={!design}
      width={canvasWidth}
      height={height}
      role="img"
      aria-label={design ? labelOf(design) : undefined}
    />
  );
  // Render the design over the variant's image in the gallery, or in the form if the product has no images.
  if (slide) return createPortal(picture, slide);
  return (
    <figure className="composite" hidden={!design}>
      <figcaption>{overlayTexts.preview}</figcaption>
      {picture}
    </figure>
  );
}

function labelOf({ layers }: Design): string {
  const parts = layers.map((layer) =>
    layer.kind === 'text' ? `“${layer.text}”` : overlayTexts.previewPicture,
  );
  return overlayTexts.text('previewOf', { parts: parts.join(', ') });
}
