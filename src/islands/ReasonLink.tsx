import { localPath } from '#client/language/local-path.ts';
import type { WireReason } from '#lib/contract/endpoint.ts';
import { promotionPath } from '#lib/pages/addresses.ts';

/** Leads to the promotion that a refused code belongs to: its page shows the products that count. */
export function ReasonLink({ reason: { seo_url, title } }: { reason: WireReason }) {
  return seo_url === '' ? null : <a href={localPath(promotionPath(seo_url))}>{title}</a>;
}
