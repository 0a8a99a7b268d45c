import { removeLine } from '#client/bag/actions.ts';
import { announce } from '#client/page/announce.ts';
import { type BagGroupViewModel, bundlesInStock } from '#lib/bag/bag-groups.ts';
import type { BagTexts } from '#lib/bag/bag-texts.ts';
import { type DiscountedAmount, toDiscountedAmount } from '#lib/money/discounted-amount.ts';
import { Amount } from './Amount.tsx';
import { Quantity } from './Quantity.tsx';

/** Renders the quantity and the delete button once for all lines of a bundle (LINE-12, LINE-15). */
export function BundleRow({ group, words: texts }: { group: BagGroupViewModel; words: BagTexts }) {
  const { lines, isDisabled } = group;
  const { line } = lines[0]!;
  const charge = chargeOf(group);
  const maxBundles = Math.max(1, bundlesInStock(lines));
  const remove = () => {
    removeLine(line);
    announce(texts.text('removed', { title: lines.map((part) => part.line.title).join(', ') }));
  };
  return (
    <div className="bag-line-row bag-set">
      {!isDisabled && <Quantity line={line} max={maxBundles} texts={texts} />}
      <button
        type="button"
        className="bag-link"
        data-delete
        onClick={remove}
        aria-label={texts.text('deleteSet', { title: line.title })}
      >
        {texts.text('delete')}
      </button>
      {charge && !isDisabled && <Amount charge={charge} texts={texts} />}
    </div>
  );
}

/** Returns the bundle's price from the server, or null until the server has priced the current quantities. */
function chargeOf({ discount, lines }: BagGroupViewModel): DiscountedAmount | null {
  if (!discount || lines.some(({ charge, isSelected }) => charge === null || !isSelected)) return null;
  return toDiscountedAmount(discount.amounts.pay_amount, discount.amounts.origin_amount);
}
