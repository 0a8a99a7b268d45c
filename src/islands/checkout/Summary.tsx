import type { WireCheckout } from '#lib/contract/wire-checkout.ts';
import { formatDeliveryEstimate } from '#lib/delivery/format-delivery-estimate.ts';
import { toDiscountedLineAmount } from '#lib/money/discounted-amount.ts';
import { BoughtLine, lineKey, SummaryTotals } from './BoughtLine.tsx';
import { DiscountCode, type DiscountCodeProps } from './DiscountCode.tsx';
import { type CheckoutTexts, usePageTexts } from './texts.ts';
import type { MoneyFormatter } from './types.ts';

interface SummaryProps extends DiscountCodeProps {
  money: MoneyFormatter;
}

const problems = {
  sold_out: 'soldOutOnly',
  not_enough: 'lineNotEnough',
  changed: 'lineChanged',
  deleted: 'lineDeleted',
  unpublished: 'lineUnpublished',
  presale: 'linePresale',
  gift_lost: 'lineGiftLost',
} as const;

/** Renders the line items and the totals; every amount comes from the server. */
export function Summary({ money, ...discount }: SummaryProps) {
  const { checkout, isSaving } = discount.state;
  return (
    <div className="summary-body" aria-busy={isSaving}>
      <ul className="lines">
        {checkout.variant_items.map((line) => (
          <Line key={lineKey(line)} line={line} money={money} />
        ))}
      </ul>
      {checkout.state === 'open' && <DiscountCode {...discount} />}
      <Amounts checkout={checkout} money={money} />
    </div>
  );
}

function Line({ line, money }: { line: WireCheckout['variant_items'][number]; money: MoneyFormatter }) {
  const texts = usePageTexts();
  const problem = line.problem && problemText(line.problem, texts);
  if (line.is_gift) return <BoughtLine line={line} amount={texts.gift} problem={problem} />;
  const full = line.price * line.quantity;
  const { amount, before } = toDiscountedLineAmount(full - line.discount, full, line.quantity);
  const written = (
    <>
      {money(amount)}
      {before !== null && (
        <s className="small quiet">
          <span className="visually-hidden">{texts.insteadOf} </span>
          {money(before)}
        </s>
      )}
    </>
  );
  return <BoughtLine line={line} amount={written} problem={problem} />;
}

function problemText(problem: string, texts: CheckoutTexts): string {
  return texts[Object.hasOwn(problems, problem) ? problems[problem as keyof typeof problems] : 'lineGone'];
}

function Amounts({ checkout, money }: { checkout: WireCheckout; money: MoneyFormatter }) {
  const texts = usePageTexts();
  const shipping = () => {
    if (!checkout.requires_shipping) return null;
    if (checkout.shippings.length === 0) return texts.needsCountry;
    return checkout.pay_ship_amount || texts.free;
  };
  const taxes = checkout.tax_included ? [] : checkout.tax_lines;
  const rows: [string, number | string | null][] = [
    [texts.subtotal, money(checkout.subtotal_price)],
    [
      checkout.coupon ? texts.text('discountBy', { code: checkout.coupon }) : texts.discount,
      -checkout.total_discount_amount,
    ],
    [texts.shipping, shipping()],
    [texts.insurance, checkout.pay_ship_insurance_amount],
    ...taxes.map(({ title, rate, amount }): [string, string] => [`${title} ${rate}%`, money(amount)]),
    [texts.tip, checkout.tip_amount],
  ];
  return (
    <SummaryTotals rows={rows} currency={checkout.currency} total={checkout.total_price} money={money}>
      {checkout.arrives && (
        <p className="small quiet" suppressHydrationWarning>
          {formatDeliveryEstimate(texts, checkout.arrives)}
        </p>
      )}
      {checkout.tax_included && checkout.tax_lines.length > 0 && (
        <p className="small quiet">
          {texts.text('taxIncluded', {
            taxes: checkout.tax_lines.map((tax) => `${money(tax.amount)} ${tax.title}`).join(', '),
          })}
        </p>
      )}
    </SummaryTotals>
  );
}
