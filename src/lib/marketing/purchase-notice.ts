/** Text of the purchase notice: one real purchase (R56, R125). Pure. */
import { formatPurchaseMessage, type PurchaseNoticeData } from './purchase-message.ts';

/** Works like `formatPurchaseMessage`, but removes text in [square brackets] if the purchase lacks the data for it. */
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
