import type { WireCheckout } from '#lib/contract/wire-checkout.ts';
import { BoughtLine, lineKey } from './BoughtLine.tsx';
import { DiscountCode, type DiscountCodeProps } from './DiscountCode.tsx';
import { Sums } from './Sums.tsx';
import type { Money } from './types.ts';

interface SummaryProps {
  checkout: WireCheckout;
  money: Money;
  isBusy: boolean;
  discount: Omit<DiscountCodeProps, 'coupon' | 'asksConfirm'>;
}

const problemWords: Record<string, string> = {
  sold_out: 'Sold out',
  not_enough: 'Fewer are left than you chose',
  changed: 'Changed by the shop, please select again',
  deleted: 'No longer in the shop',
  unpublished: 'Not for sale at the moment',
  presale: 'Ordered from its own page',
  gift_lost: 'No longer a gift with this order',
};

/** What is bought and what it costs: every amount is the server's. */
export function Summary({ checkout, money, isBusy, discount }: SummaryProps) {
  return (
    <div className="summary-body" aria-busy={isBusy}>
      <ul className="lines">
        {checkout.variant_items.map((line) => (
          <Line key={lineKey(line)} line={line} money={money} />
        ))}
      </ul>
      {checkout.state === 'open' && (
        <DiscountCode coupon={checkout.coupon} asksConfirm={checkout.need_second_confirm} {...discount} />
      )}
      <Amounts checkout={checkout} money={money} />
    </div>
  );
}

function Line({ line, money }: { line: WireCheckout['variant_items'][number]; money: Money }) {
  const full = line.price * line.quantity;
  const problem = line.problem && (problemWords[line.problem] ?? 'Not available');
  if (line.is_gift) return <BoughtLine line={line} amount="Gift" problem={problem} />;
  const amount = (
    <>
      {money(full - line.discount)}
      {line.discount > 0 && (
        <s className="small quiet">
          <span className="visually-hidden">instead of </span>
          {money(full)}
        </s>
      )}
    </>
  );
  return <BoughtLine line={line} amount={amount} problem={problem} />;
}

function Amounts({ checkout, money }: { checkout: WireCheckout; money: Money }) {
  const shipping = () => {
    if (!checkout.requires_shipping) return null;
    if (checkout.shippings.length === 0) return 'Needs your country';
    return checkout.pay_ship_amount > 0 ? money(checkout.pay_ship_amount) : 'Free';
  };
  const rows: [string, string | null][] = [
    ['Subtotal', money(checkout.subtotal_price)],
    [
      checkout.coupon ? `Discount (${checkout.coupon})` : 'Discount',
      checkout.total_discount_amount > 0 ? `−${money(checkout.total_discount_amount)}` : null,
    ],
    ['Shipping', shipping()],
    ['Insurance', checkout.pay_ship_insurance_amount > 0 ? money(checkout.pay_ship_insurance_amount) : null],
    ...(checkout.tax_included
      ? []
      : checkout.tax_lines.map((tax): [string, string] => [`${tax.title} ${tax.rate}%`, money(tax.amount)])),
    ['Tip', checkout.tip_amount > 0 ? money(checkout.tip_amount) : null],
  ];
  return (
    <Sums rows={rows} currency={checkout.currency} total={money(checkout.total_price)}>
      {checkout.tax_included && checkout.tax_lines.length > 0 && (
        <p className="small quiet">
          Including {checkout.tax_lines.map((tax) => `${money(tax.amount)} ${tax.title}`).join(', ')}
        </p>
      )}
    </Sums>
  );
}
