/** One real purchase as the corner notice says it (R56, R125). Pure. */
import { type Purchases, purchaseLine } from './purchase-line.ts';

/** As `purchaseLine`, and what stands in [square brackets] is left out where the purchase tells nothing of it. */
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
  const own = {
    displayTextJson: clear(displayTextJson),
    popFramePreview: { ...popFramePreview, templateStr: clear(popFramePreview.templateStr) },
  };
  return purchaseLine(purchase, { ...config, ...own }, ...more);
}
