/** Draws the design of a customised product on a canvas (PDP-29). design.ts defines the design. */

import { overlayTexts } from '#client/product/texts.ts';
import { uploadImage } from '#client/product/upload-image.ts';
import { imageVariantUrl, srcsetWidths } from '#lib/media/image.ts';
import { findInitialVariant } from '#lib/pages/initial-variant.ts';
import { chosenOptions } from './custom-options.ts';
import { buildDesign, type Design, hasDesign, type Layer, wrapText } from './design.ts';
import type { ProductData } from './product-data.ts';

/** Width of the stored image in px; `Layer` sizes refer to a width of 400 px. */
export const canvasWidth = 800;
const scale = canvasWidth / 400;

export type ChosenDesign = Design & { ground: string };
type Canvas = HTMLCanvasElement | OffscreenCanvas;
type Context = CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D;

const blobs = new Map<File, string>();

/** Returns the form's current design, null until the shopper has chosen something that can be drawn. */
export function chosenDesign(
  form: HTMLFormElement,
  product: ProductData,
  skuId: number,
): ChosenDesign | null {
  const chosen = chosenOptions(form, product);
  const found = buildDesign(
    chosen.map(({ option }) => option),
    (option) =>
      (chosen.find((each) => each.option === option)?.values ?? []).map((value) =>
        typeof value === 'string' ? value : localAddress(value),
      ),
  );
  return found && { ...found, ground: found.ground ?? variantPicture(product, skuId) };
}

function localAddress(file: File): string {
  const url = blobs.get(file) ?? URL.createObjectURL(file);
  blobs.set(file, url);
  return url;
}

export function findGalleryImage(
  product: ProductData,
  skuId: number,
): ProductData['pictures'][number] | undefined {
  return product.pictures[findInitialVariant(product, String(skuId)).picture];
}

/** Returns the height in px of a canvas with the aspect ratio of the image; without an image, the canvas is square. */
export function canvasHeight(picture: { width: number; height: number } | undefined | null): number {
  return Math.round(picture ? (canvasWidth * picture.height) / picture.width : canvasWidth);
}

function variantPicture(product: ProductData, skuId: number): string {
  const picture = findGalleryImage(product, skuId);
  if (!picture) return '';
  const width = srcsetWidths(picture).findLast((candidate) => candidate <= canvasWidth) ?? picture.width;
  return imageVariantUrl(picture.id, width, 'webp');
}

/**
 * Loads a design's images and fonts.
 * @returns a function that draws the design synchronously; it returns false if the browser cannot draw
 */
export async function loadDesignRenderer({
  ground,
  layers,
}: ChosenDesign): Promise<(canvas: Canvas) => boolean> {
  const [below, ...pictures] = await Promise.all([
    loadPicture(ground),
    ...layers.map((layer) => (layer.kind === 'picture' ? loadPicture(layer.address) : null)),
  ]);
  await Promise.all(
    // A font that fails to load is replaced by the fallback font.
    layers.map((layer) =>
      layer.kind === 'text' ? document.fonts?.load(fontOf(layer), layer.text).catch(() => []) : null,
    ),
  );
  return (canvas) => {
    canvas.width = canvasWidth;
    canvas.height = canvasHeight(below && { width: below.naturalWidth, height: below.naturalHeight });
    const context = canvas.getContext('2d') as Context | null;
    if (!context) return false;
    context.fillStyle = '#fff';
    context.fillRect(0, 0, canvas.width, canvas.height);
    if (below) context.drawImage(below, 0, 0, canvas.width, canvas.height);
    const parts = layers.flatMap((layer, at) => partOf(context, layer, pictures[at] ?? null));
    const gap = canvasWidth * 0.03;
    const whole = parts.reduce((sum, { height }) => sum + height + gap, -gap);
    let top = (canvas.height - whole) / 2;
    for (const part of parts) {
      part.paint(top);
      top += part.height + gap;
    }
    return true;
  };
}

/** The last uploaded design, so that the same image is not uploaded twice. */
let lastUpload = { key: '', address: '' };

/** Uploads an image of the current design. @returns the image's URL, '' if there is none. @throws Error with a message for the shopper */
export async function uploadDesign(
  form: HTMLFormElement,
  product: ProductData,
  skuId: number,
): Promise<string> {
  const design = hasDesign(product.custom_options) && chosenDesign(form, product, skuId);
  if (!design) return '';
  const key = JSON.stringify(design);
  if (lastUpload.key === key) return lastUpload.address;
  const canvas = new OffscreenCanvas(canvasWidth, canvasWidth);
  const draw = await loadDesignRenderer(design);
  if (!draw(canvas)) return '';
  const blob = await canvas.convertToBlob({ type: 'image/jpeg', quality: 0.86 }).catch(() => {
    throw new Error(overlayTexts.uploadFailed);
  });
  const address = await uploadImage(new File([blob], 'design.jpeg', { type: 'image/jpeg' }));
  lastUpload = { key, address };
  return address;
}

/** Returns the parts of a layer, an image or lines of text, centred and with a maximum width. */
function partOf(
  context: Context,
  layer: Layer,
  picture: HTMLImageElement | null,
): { height: number; paint(top: number): void }[] {
  const middle = canvasWidth / 2;
  if (layer.kind === 'picture') {
    if (!picture) return [];
    const width = canvasWidth * 0.35;
    const height = (width * picture.naturalHeight) / picture.naturalWidth;
    return [{ height, paint: (top) => context.drawImage(picture, middle - width / 2, top, width, height) }];
  }
  context.font = fontOf(layer);
  const lines = wrapText(layer.text, canvasWidth * 0.7, (line) => context.measureText(line).width);
  const lineHeight = layer.size * scale * 1.2;
  return lines.map((line) => ({
    height: lineHeight,
    paint(top) {
      context.font = fontOf(layer);
      context.fillStyle = layer.color;
      context.textAlign = 'center';
      context.textBaseline = 'middle';
      context.fillText(line, middle, top + lineHeight / 2);
    },
  }));
}

function fontOf({ family, size }: Extract<Layer, { kind: 'text' }>): string {
  return `${size * scale}px ${JSON.stringify(family)}, serif`;
}

/** Loads an image. Returns null if it fails to load: the design is then drawn without it. */
async function loadPicture(address: string): Promise<HTMLImageElement | null> {
  if (address === '') return null;
  const picture = new Image();
  picture.src = address;
  try {
    await picture.decode();
    return picture;
  } catch {
    return null;
  }
}
