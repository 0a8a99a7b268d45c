/** Draws a customised product's design (PDP-29); what is drawn is decided in design.ts. */
import { pictureUrl, widthsOf } from '#lib/media/picture.ts';
import { shownVariant } from '#lib/pages/shown-variant.ts';
import { fieldName, isShown } from './choice.ts';
import { type Design, designOf, type Layer, wrapText } from './design.ts';
import type { ProductData } from './product-data.ts';

/** px of the picture that is kept; `Layer` sizes are those of one 400 px wide. */
export const canvasWidth = 800;
const scale = canvasWidth / 400;

export type ChosenDesign = Design & { ground: string };

const blobs = new Map<File, string>();

/** What the form says now; null while nothing that can be drawn is chosen. */
export function chosenDesign(
  form: HTMLFormElement,
  product: ProductData,
  skuId: number,
): ChosenDesign | null {
  const fields = new FormData(form);
  const shown = product.custom_options.filter((option) => isShown(option.name, fields, product));
  const found = designOf(shown, ({ name }) =>
    fields
      .getAll(fieldName(name))
      .map((entry) => (typeof entry === 'string' ? entry.trim() : entry.size > 0 ? localAddress(entry) : '')),
  );
  return found && { ...found, ground: found.ground ?? variantPicture(product, skuId) };
}

function localAddress(file: File): string {
  const known = blobs.get(file) ?? URL.createObjectURL(file);
  blobs.set(file, known);
  return known;
}

/** The picture of a variant. */
export function pictureOf(product: ProductData, skuId: number): ProductData['pictures'][number] | undefined {
  return product.pictures[shownVariant(product, String(skuId)).picture];
}

/** px of a canvas for it. */
export function heightOf(picture: { width: number; height: number } | undefined | null): number {
  return Math.round(picture ? (canvasWidth * picture.height) / picture.width : canvasWidth);
}

function variantPicture(product: ProductData, skuId: number): string {
  const picture = pictureOf(product, skuId);
  if (!picture) return '';
  const width = widthsOf(picture).findLast((known) => known <= canvasWidth) ?? picture.width;
  return pictureUrl(picture.id, width, 'webp');
}

/** @returns false where the browser cannot draw */
export async function draw(canvas: HTMLCanvasElement, { ground, layers }: ChosenDesign): Promise<boolean> {
  const [below, ...pictures] = await Promise.all([
    loadPicture(ground),
    ...layers.map((layer) => (layer.kind === 'picture' ? loadPicture(layer.address) : null)),
  ]);
  await Promise.all(
    layers.map((layer) => (layer.kind === 'text' ? document.fonts?.load(fontOf(layer), layer.text) : null)),
  );
  canvas.width = canvasWidth;
  canvas.height = heightOf(below && { width: below.naturalWidth, height: below.naturalHeight });
  const context = canvas.getContext('2d');
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
}

/** A layer in the middle of the picture, at most so wide. */
function partOf(
  context: CanvasRenderingContext2D,
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

/** Null for a picture that cannot be had: the design is shown without it. */
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
