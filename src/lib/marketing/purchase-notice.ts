/** Formats the text of the purchase notice, which describes one real purchase (R56, R125). Pure. */
import { formatPurchaseMessage, type PurchaseNoticeData } from './purchase-message.ts';

/** Formats a message like `formatPurchaseMessage`, but removes text in [square brackets] if the purchase lacks data for it. */
export function formatPurchaseNotice(
  purchase: PurchaseNoticeData['shopVirtualCustomerVos'][number],
  config: PurchaseNoticeData['basicConfigResponse'],
  ...more: [now: number, words: Parameters<typeof formatPurchaseMessage>[3]]
): string {
  const { displayTextJson, popFramePreview } = config;
  const values: Record<string, string> = { country: purchase.countryName, state: purchase.state };
  const clear = (template: string) =>
    template.replace(/\[([^\]]*)\]/g, (_, part: string) =>
      Object.keys(values).some((key) => part.includes(`{${key}}`) && !values[key]) ? '' : part,
    );
  const overrides = {
    displayTextJson: clear(displayTextJson),
    popFramePreview: { ...popFramePreview, templateStr: clear(popFramePreview.templateStr) },
  };
  return formatPurchaseMessage(purchase, { ...config, ...overrides }, ...more);
}
