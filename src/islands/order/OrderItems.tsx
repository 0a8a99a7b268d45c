import { localPath } from '#client/language/local-path.ts';
import type { WireOrderLine } from '#lib/contract/wire-order.ts';
import type { OrderMoneyFormatter } from '#lib/currency/order-money.ts';
import type { DiscountedLineAmount } from '#lib/money/discounted-amount.ts';
import { localizeProp } from '#lib/orders/pre-order-prop.ts';
import { type CustomisationProperty, parseTailorProperties } from '#lib/orders/tailor-properties.ts';
import { productPath } from '#lib/pages/paths.ts';
import { usePageTexts } from './texts.ts';

interface Props {
  lines: WireOrderLine[];
  /** Price of each line, null for a gift. */
  charges: readonly (DiscountedLineAmount | null)[];
  money: OrderMoneyFormatter;
}

/** Renders the ordered items, including their customisation (ORD-03, ORD-13). */
export function OrderItems({ lines, charges, money }: Props) {
  return (
    <ul className="order-items">
      {lines.map((line, index) => (
        // Keyed by index, because order lines are never reordered and two of them may contain the same product.
        // biome-ignore lint/suspicious/noArrayIndexKey: see above
        <li key={index} className="order-item">
          {line.image_url ? (
            <img src={line.image_url} alt="" width={72} height={72} loading="lazy" />
          ) : (
            <span className="order-item-blank" />
          )}
          <div>
            <p dir="auto">
              {line.seo_url ? <a href={localPath(productPath(line.seo_url))}>{line.title}</a> : line.title}
            </p>
            {line.variant_option && (
              <p className="quiet small" dir="auto">
                {line.variant_option}
              </p>
            )}
            <Properties line={line} />
          </div>
          <Amount quantity={line.quantity} charge={charges[index] ?? null} money={money} />
        </li>
      ))}
    </ul>
  );
}

interface AmountProps {
  quantity: number;
  charge: DiscountedLineAmount | null;
  money: OrderMoneyFormatter;
}

/** Renders the line's price, the price before discounts struck through, and the unit price if the line has several units. */
function Amount({ quantity, charge, money }: AmountProps) {
  const texts = usePageTexts();
  const each = charge && money(Math.round(charge.each));
  return (
    <p className="order-item-price">
      <span>
        {charge && charge.before !== null && (
          <>
            <s className="order-before">
              <span className="visually-hidden">{texts.insteadOf} </span>
              {money(charge.before)}
            </s>{' '}
          </>
        )}
        <span className="order-item-amount">{charge === null ? texts.gift : money(charge.amount)}</span>
      </span>
      {quantity > 1 && (
        <span className="quiet small">
          {quantity} × {each}
        </span>
      )}
    </p>
  );
}

function Properties({ line }: { line: WireOrderLine }) {
  const texts = usePageTexts();
  const tailor = parseTailorProperties(line.tailor_properties);
  if (tailor.length === 0 && line.variant_custom_props.length === 0) return null;
  return (
    <dl className="order-props small">
      {tailor.map((property) => (
        <div key={property.name}>
          <dt>{property.name}</dt>
          <dd>
            <PropertyValue property={property} />
          </dd>
        </div>
      ))}
      {line.variant_custom_props
        .map((prop) => localizeProp(prop, texts))
        .map(({ name, value }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  );
}

function PropertyValue({ property: { kind, value } }: { property: CustomisationProperty }) {
  const texts = usePageTexts();
  if (kind === 'image') {
    return (
      <a href={value} target="_blank" rel="noopener">
        {texts.viewImage}
      </a>
    );
  }
  if (kind === 'colour' && /^#[0-9a-f]{3,8}$/i.test(value)) {
    return (
      <>
        {/* Uses the attribute `fill`, because the content security policy blocks style attributes. */}
        <svg className="order-swatch" viewBox="0 0 1 1" aria-hidden="true">
          <rect width="1" height="1" fill={value} />
        </svg>
        {value}
      </>
    );
  }
  return value;
}
