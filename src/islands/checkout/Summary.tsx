import type { WireCheckout } from '#lib/contract/wire-checkout.ts';
import { DiscountCode, type DiscountCodeProps } from './DiscountCode.tsx';
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
          <Line key={keyOf(line)} line={line} money={money} />
        ))}
      </ul>
      {checkout.state === 'open' && (
        <DiscountCode coupon={checkout.coupon} asksConfirm={checkout.need_second_confirm} {...discount} />
      )}
      <Sums checkout={checkout} money={money} />
    </div>
  );
}

/** Two lines of one variant differ in what was chosen for them. */
function keyOf({
  variant_id,
  is_gift,
  tailor_properties,
  quantity,
}: WireCheckout['variant_items'][number]): string {
  return [variant_id, is_gift, tailor_properties, quantity].join(' ');
}

function Line({ line, money }: { line: WireCheckout['variant_items'][number]; money: Money }) {
  const full = line.price * line.quantity;
  return (
    <li className={`line ${line.problem ? 'line-gone' : ''}`}>
      <span className="line-picture">
        {line.image_url && <img src={line.image_url} alt="" width="72" height="72" decoding="async" />}
        <span className="line-count">
          <span className="visually-hidden">Quantity </span>
          {line.quantity}
        </span>
      </span>
      <span className="line-text">
        <span className="line-title">{line.title}</span>
        {line.variant_option && <span className="small quiet">{line.variant_option}</span>}
        {line.variant_custom_props.map(({ name, value }) => (
          <span className="small quiet" key={name}>
            {name}: {value}
          </span>
        ))}
        {line.problem && (
          <span className="small field-error">{problemWords[line.problem] ?? 'Not available'}</span>
        )}
      </span>
      <span className="amount">
        {line.is_gift ? 'Gift' : money(full - line.discount)}
        {line.discount > 0 && !line.is_gift && (
          <s className="small quiet">
            <span className="visually-hidden">instead of </span>
            {money(full)}
          </s>
        )}
      </span>
    </li>
  );
}

function Sums({ checkout, money }: { checkout: WireCheckout; money: Money }) {
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
    <dl className="sums">
      {rows.map(
        ([name, value]) =>
          value !== null && (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ),
      )}
      <div className="total">
        <dt>Total</dt>
        <dd>
          <span className="small quiet">{checkout.currency}</span> {money(checkout.total_price)}
        </dd>
      </div>
      {checkout.tax_included && checkout.tax_lines.length > 0 && (
        <p className="small quiet">
          Including {checkout.tax_lines.map((tax) => `${money(tax.amount)} ${tax.title}`).join(', ')}
        </p>
      )}
    </dl>
  );
}
