import { localPath } from '#client/language/local-path.ts';
import type { BagTexts } from '#lib/bag/bag-texts.ts';
import { promotionBannerText } from '#lib/bag/group-texts.ts';
import type { WireDiscount } from '#lib/contract/wire-discount.ts';
import { promotionPath } from '#lib/pages/paths.ts';

/** Renders a promotion's message above its bag lines, in the merchant's colours, with a link to the promotion's page (DISC-09, DISC-10). */
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

/** Returns the inline style with the merchant's colours; an empty colour keeps that of the stylesheet. */
export function bannerStyle({ json_config }: WireDiscount) {
  return { background: json_config.bannerBgColor, color: json_config.bannerFontColor };
}

/** Returns the path of the promotion's page, or of the home page if the promotion has no page. */
export function promotionOrHomePath(seoUrl: string): string {
  return seoUrl === '' ? '/' : promotionPath(seoUrl);
}
