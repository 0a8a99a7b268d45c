/** Reads the trust panel's badges (R29, TRUST-02 to TRUST-07). */
import type { TrustConfig } from '#lib/contract/wire-theme.ts';
import { pictureAddress } from '../contract/safe-address.ts';
import { readJson } from '../storage/device-storage.ts';

/** `href` is '' for plain words. */
export interface TextPiece {
  text: string;
  href: string;
}

export interface TrustItem {
  title: string;
  /** '' when switched off (TRUST-04). */
  icon: string;
  text: string;
  /** The text in pieces: addresses and `[words](address)` in it are links. */
  pieces: TextPiece[];
  images: string[];
}

export interface TrustBadge {
  title: string;
  items: TrustItem[];
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : '');
const pictureOf = (value: unknown) => (pictureAddress.test(textOf(value)) ? textOf(value) : '');
const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
const recordOf = (value: unknown) =>
  value && typeof value === 'object' ? (value as Record<string, unknown>) : {};

/**
 * The badges to show; unreadable contents show none (TRUST-07).
 * @param shopUrl takes the place of `{shop_url}` in texts (TRUST-03)
 */
export function trustBadges(config: Pick<TrustConfig, 'contents'>, shopUrl: string): TrustBadge[] {
  return listOf(readJson(config.contents))
    .map(recordOf)
    .filter((badge) => Boolean(badge.visible))
    .map((badge) => ({
      title: textOf(badge.title),
      items: listOf(badge.items)
        .map(recordOf)
        .map((item) => {
          const text = textOf(item.content).replaceAll('{shop_url}', shopUrl);
          return {
            title: textOf(item.title),
            icon: item.titleIconStatus ? pictureOf(item.titleIcon) : '',
            text,
            pieces: linked(text, shopUrl),
            images: item.imagesStatus
              ? [...listOf(item.images), ...listOf(item.customImages)].map(pictureOf).filter(Boolean)
              : [],
          };
        }),
    }));
}

/**
 * `[words](address)`, where the address may have brackets in pairs, none within another; or an address alone, which ends
 * before the sign that ends its sentence.
 */
const links =
  /\[([^\]\n]+)\]\((https?:\/\/(?:[^\s<>"()]|\([^\s<>"()]*\))+)\)|(https?:\/\/[^\s<>"]*[^\s<>".,;:!?)])/;

/** The shop's own addresses become paths, so that they stay in the page's language. */
function linked(text: string, shopUrl: string): TextPiece[] {
  const pieces: TextPiece[] = [];
  // Each link leaves three parts behind its text: words and address, or the address alone.
  const parts = text.split(links);
  for (let at = 0; at < parts.length; at += 4) {
    const [plain = '', words, named, bare] = parts.slice(at, at + 4);
    if (plain !== '') pieces.push({ text: plain, href: '' });
    const address = named ?? bare;
    if (address === undefined) continue;
    const isOwn = address === shopUrl || address.startsWith(`${shopUrl}/`);
    pieces.push({
      text: words ?? address.replace(/^https?:\/\//, ''),
      href: isOwn ? address.slice(shopUrl.length) || '/' : address,
    });
  }
  return pieces;
}

/** Whether and how the panel stands in a place: style 2 starts open (TRUST-10). */
export function trustPlace(
  config: TrustConfig,
  place: 'product_detail' | 'shopping_cart' | 'checkout',
): { isVisible: boolean; isOpen: boolean } {
  return { isVisible: config[`${place}_visible`], isOpen: config[`${place}_type`] === 2 };
}
