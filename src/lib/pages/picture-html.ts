/**
 * A picture in AVIF, WebP and JPEG, with its dimensions, so that nothing moves when it loads. HTML as a string: the product page
 * has a dozen of them, and a template costs more than all it writes.
 */
import { type Picture, pictureUrl } from '#lib/media/picture.ts';
import { htmlText } from './html-text.ts';
import { offeredWidths, srcsetOf } from './picture-sources.ts';

export interface PictureLook {
  picture: Picture;
  /** Shown instead on telephones held upright. */
  upright?: Picture | undefined;
  /** `sizes` of the <img>: how wide it is shown, e.g. `(width > 1040px) 25vw, 50vw`. */
  sizes: string;
  /** Widest form worth offering, px. */
  max?: number;
  /** The picture the page is judged by: fetched at once and first, every other when the page is laid out. One a page. */
  lead?: boolean;
  /** Stands with the lead: fetched after it and after the fonts. */
  beside?: boolean;
  alt?: string;
  class?: string | undefined;
}

/** Widest form for telephones, px; theirs of the JPEG, for browsers that know neither AVIF nor WebP. */
const uprightMax = 1280;
const fallbackMax = 960;
const narrow = { attributes: ' media="(width <= 600px)"', sizes: '100vw' };

export function pictureHtml(look: PictureLook): string {
  const { picture, upright, sizes, max = 1600, lead = false, beside = false, alt = picture.alt } = look;
  const fallback = pictureUrl(picture.id, offeredWidths(picture, Math.min(max, fallbackMax)).at(-1)!, 'jpeg');
  return (
    `<picture${look.class ? ` class="${htmlText(look.class)}"` : ''}>` +
    (upright ? sources(upright, uprightMax, narrow.sizes, narrow.attributes, dimensions(upright)) : '') +
    sources(picture, max, sizes) +
    `<img src="${htmlText(fallback)}"${dimensions(picture)} alt="${htmlText(alt)}" data-color="${htmlText(picture.color)}"` +
    (lead
      ? ' fetchpriority="high"'
      : ` loading="lazy"${beside ? ' fetchpriority="low"' : ''} decoding="async"`) +
    '></picture>'
  );
}

function sources(picture: Picture, max: number, sizes: string, before = '', after = ''): string {
  const widths = offeredWidths(picture, max);
  const end = ` sizes="${htmlText(sizes)}"${after}>`;
  return (
    `<source type="image/avif"${before} srcset="${htmlText(srcsetOf(picture, widths, 'avif'))}"${end}` +
    `<source type="image/webp"${before} srcset="${htmlText(srcsetOf(picture, widths, 'webp'))}"${end}`
  );
}

function dimensions({ width, height }: Picture): string {
  return ` width="${width}" height="${height}"`;
}
