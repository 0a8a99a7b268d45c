/** Parses the trust badges (R29, TRUST-02 to TRUST-07). */
import type { TrustConfig } from '#lib/contract/wire-theme.ts';
import { imageUrlPattern } from '../contract/safe-url.ts';
import { parseStoredJson } from '../storage/device-storage.ts';

/** Part of a text; `href` is '' if the part is not a link. */
export interface TextSegment {
  text: string;
  href: string;
}

export interface TrustItem {
  title: string;
  /** URL of the icon; '' if the icon is disabled (TRUST-04). */
  icon: string;
  text: string;
  /** The text, split at its links: URLs and `[words](address)`. */
  pieces: TextSegment[];
  images: string[];
}

export interface TrustBadge {
  title: string;
  items: TrustItem[];
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : '');
const pictureOf = (value: unknown) => (imageUrlPattern.test(textOf(value)) ? textOf(value) : '');
const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
const recordOf = (value: unknown) =>
  value && typeof value === 'object' ? (value as Record<string, unknown>) : {};

/**
 * Returns the visible badges; none if `contents` cannot be parsed (TRUST-07).
 * @param shopUrl replaces `{shop_url}` in texts (TRUST-03)
 */
export function trustBadges(config: Pick<TrustConfig, 'contents'>, shopUrl: string): TrustBadge[] {
  return listOf(parseStoredJson(config.contents))
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
 * Matches a link in a text: `[words](address)`, where the URL may contain balanced brackets that are not nested, or a bare URL without the
 * punctuation that follows it.
 */
const links =
  /\[([^\]\n]+)\]\((https?:\/\/(?:[^\s<>"()]|\([^\s<>"()]*\))+)\)|(https?:\/\/[^\s<>"]*[^\s<>".,;:!?)])/;

/** Splits a text at its links. URLs of the shop become paths, so that they stay in the page's language. */
function linked(text: string, shopUrl: string): TextSegment[] {
  const pieces: TextSegment[] = [];
  // split() returns four parts per link: the text before the link, the link text, the link's URL, and a bare URL.
  const parts = text.split(links);
  for (let at = 0; at < parts.length; at += 4) {
    const [plain = '', linkText, named, bare] = parts.slice(at, at + 4);
    if (plain !== '') pieces.push({ text: plain, href: '' });
    const address = named ?? bare;
    if (address === undefined) continue;
    const isShopUrl = address === shopUrl || address.startsWith(`${shopUrl}/`);
    pieces.push({
      text: linkText ?? address.replace(/^https?:\/\//, ''),
      href: isShopUrl ? address.slice(shopUrl.length) || '/' : address,
    });
  }
  return pieces;
}

/** Returns whether the given place displays the trust badges, and whether they are expanded initially (style 2, TRUST-10). */
export function getTrustPanelState(
  config: TrustConfig,
  place: 'product_detail' | 'shopping_cart' | 'checkout',
): { isVisible: boolean; isOpen: boolean } {
  return { isVisible: config[`${place}_visible`], isOpen: config[`${place}_type`] === 2 };
}
