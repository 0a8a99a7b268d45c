import { localPath } from '#client/language/local-path.ts';
import type { WireCouponReason } from '#lib/contract/endpoint.ts';
import { promotionPath } from '#lib/pages/paths.ts';

/** Renders a link from a rejected coupon code to its promotion's page, which lists the products that qualify. */
export function ReasonLink({ reason: { seo_url, title } }: { reason: WireCouponReason }) {
  return seo_url === '' ? null : <a href={localPath(promotionPath(seo_url))}>{title}</a>;
}
