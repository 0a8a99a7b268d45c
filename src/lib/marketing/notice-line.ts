/** Text of the purchase notice: one real purchase (R56, R125). Pure. */
import { type Purchases, purchaseLine } from './purchase-line.ts';

/** Works like `purchaseLine`, but removes text in [square brackets] if the purchase lacks the data for it. */
export function noticeLine(
  purchase: Purchases['shopVirtualCustomerVos'][number],
  config: Purchases['basicConfigResponse'],
  ...more: [now: number, words: Parameters<typeof purchaseLine>[3]]
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
  return purchaseLine(purchase, { ...config, ...overrides }, ...more);
}
