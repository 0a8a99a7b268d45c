/** The picture of a customised product: drawn while it is chosen, uploaded when it is put into the bag (PDP-29). */

import { uploadImage } from '#client/product/upload-image.ts';
import { words } from '#client/product/words.ts';
import { fill } from '#lib/fill.ts';
import { pictureUrl, widthsOf } from '#lib/media/picture.ts';
import { shownVariant } from '#lib/pages/shown-variant.ts';
import { chosenRow, fieldName, isShown } from './choice.ts';
import { type Design, designOf, type Layer, wrapText } from './design.ts';
import type { ProductData } from './product-data.ts';

/** px of the picture that is kept; `Layer` sizes are those of one 400 px wide. */
const canvasWidth = 800;
const scale = canvasWidth / 400;

export interface Composite {
  /** Draws what is chosen now. */
  update(): void;
  /** Keeps the picture as it is now. @returns its address, '' while there is none. @throws Error with words for the shopper */
  store(): Promise<string>;
}

/** @param before the preview stands before this element of the form */
export function mountComposite(form: HTMLFormElement, product: ProductData, before: Element): Composite {
  const canvas = document.createElement('canvas');
  canvas.setAttribute('role', 'img');
  const figure = document.createElement('figure');
  figure.className = 'composite';
  figure.hidden = true;
  const caption = Object.assign(document.createElement('figcaption'), { textContent: words.preview });
  figure.append(caption, canvas);
  before.before(figure);

  // As high as it will be: what stands below moves once, not again when the picture has come.
  canvas.width = canvasWidth;
  canvas.height = heightOf(pictureOf(form, product));

  const blobs = new Map<File, string>();
  let drawn = '';
  /** False while there is no picture: the browser cannot draw. */
  let drawing = Promise.resolve(false);
  let stored = { design: '', address: '' };

  const localAddress = (file: File) => {
    const known = blobs.get(file) ?? URL.createObjectURL(file);
    blobs.set(file, known);
    return known;
  };

  function design(): (Design & { ground: string }) | null {
    const fields = new FormData(form);
    const shown = product.custom_options.filter((option) => isShown(option.name, fields, product));
    const found = designOf(shown, ({ name }) =>
      fields
        .getAll(fieldName(name))
        .map((entry) =>
          typeof entry === 'string' ? entry.trim() : entry.size > 0 ? localAddress(entry) : '',
        ),
    );
    return found && { ...found, ground: found.ground ?? variantPicture(form, product) };
  }

  function update(): void {
    const now = design();
    figure.hidden = now === null;
    const key = JSON.stringify(now);
    if (!now || key === drawn) return;
    drawn = key;
    canvas.setAttribute('aria-label', labelOf(now));
    // One after another, and only the newest: a slow picture must not draw over what was chosen later.
    drawing = drawing.then((before) => (key === drawn ? draw(canvas, now).catch(() => false) : before));
  }

  async function store(): Promise<string> {
    update();
    if (figure.hidden || !(await drawing)) return '';
    if (stored.design === drawn) return stored.address;
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', 0.86));
    if (!blob) throw new Error(words.uploadFailed);
    const address = await uploadImage(new File([blob], 'design.jpeg', { type: 'image/jpeg' }));
    stored = { design: drawn, address };
    return address;
  }

  update();
  return { update, store };
}

function labelOf({ layers }: Design): string {
  const parts = layers.map((layer) => (layer.kind === 'text' ? `“${layer.text}”` : words.previewPicture));
  return fill(words.previewOf, { parts: parts.join(', ') });
}

function pictureOf(form: HTMLFormElement, product: ProductData): ProductData['pictures'][number] | undefined {
  const skuId = product.variants.sku_id[chosenRow(form, product)];
  return product.pictures[shownVariant(product, String(skuId)).picture];
}

/** px of a canvas for it. */
function heightOf(picture: { width: number; height: number } | undefined | null): number {
  return Math.round(picture ? (canvasWidth * picture.height) / picture.width : canvasWidth);
}

function variantPicture(form: HTMLFormElement, product: ProductData): string {
  const picture = pictureOf(form, product);
  if (!picture) return '';
  const width = widthsOf(picture).findLast((known) => known <= canvasWidth) ?? picture.width;
  return pictureUrl(picture.id, width, 'webp');
}

async function draw(
  canvas: HTMLCanvasElement,
  { ground, layers }: Design & { ground: string },
): Promise<boolean> {
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
