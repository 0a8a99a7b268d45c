import { localPath } from '#client/language/local-path.ts';
import type { BagTexts } from '#lib/bag/bag-texts.ts';
import { promotionBannerText } from '#lib/bag/group-texts.ts';
import type { WireDiscount } from '#lib/contract/wire-discount.ts';
import { promotionPath } from '#lib/pages/paths.ts';

/** Renders a promotion's message for its group, in the merchant's colours, with a link to its page (DISC-09, DISC-10). */
export function Banner({ discount, words: texts }: { discount: WireDiscount; words: BagTexts }) {
  const { seo_url, json_config } = discount;
  if (!json_config.cartShowDiscount) return null;
  const text = promotionBannerText(discount, texts);
  if (text === '') return null;
  return (
    <a className="bag-banner" href={localPath(promotionOrHomePath(seo_url))} style={bannerStyle(discount)}>
      <span>{text}</span>
      <span aria-hidden="true">→</span>
    </a>
  );
}

/** Returns the merchant's colours; '' keeps those of the stylesheet. */
export function bannerStyle({ json_config }: WireDiscount) {
  return { background: json_config.bannerBgColor, color: json_config.bannerFontColor };
}

/** Returns the path of a promotion's page, or the home page if it has none. */
export function promotionOrHomePath(seoUrl: string): string {
  return seoUrl === '' ? '/' : promotionPath(seoUrl);
}
