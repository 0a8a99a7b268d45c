import { localPath } from '#client/language/local-path.ts';
import type { BagWords } from '#lib/bag/bag-texts.ts';
import { groupWords } from '#lib/bag/group-texts.ts';
import type { WireDiscount } from '#lib/contract/wire-discount.ts';
import { promotionPath } from '#lib/pages/addresses.ts';

/** What a promotion says of its group, in its own colours, leading to its page (DISC-09, DISC-10). */
export function Banner({ discount, words }: { discount: WireDiscount; words: BagWords }) {
  const { seo_url, json_config } = discount;
  if (!json_config.cartShowDiscount) return null;
  const text = groupWords(discount, words);
  if (text === '') return null;
  return (
    <a className="bag-banner" href={localPath(offerPath(seo_url))} style={bannerStyle(discount)}>
      <span>{text}</span>
      <span aria-hidden="true">→</span>
    </a>
  );
}

/** The merchant's colours; '' leaves those of the sheet. */
export function bannerStyle({ json_config }: WireDiscount) {
  return { background: json_config.bannerBgColor, color: json_config.bannerFontColor };
}

/** Without a page of its own a promotion leads home. */
export function offerPath(seoUrl: string): string {
  return seoUrl === '' ? '/' : promotionPath(seoUrl);
}
