import { announce } from '#client/announce.ts';
import { removeLine } from '#client/bag/actions.ts';
import { bundlesInStock, type ShownGroup } from '#lib/bag/bag-groups.ts';
import type { BagWords } from '#lib/bag/bag-words.ts';
import { Amount } from './Amount.tsx';
import { Quantity } from './Quantity.tsx';

/** How many sets, and the way out, once for all lines of a bundle (LINE-12, LINE-15). */
export function BundleRow({ group, words }: { group: ShownGroup; words: BagWords }) {
  const { lines, isDisabled } = group;
  const { line } = lines[0]!;
  const { origin, pay } = groupAmounts(group);
  const most = Math.max(1, bundlesInStock(lines));
  const remove = () => {
    removeLine(line);
    announce(words.text('removed', { title: lines.map((part) => part.line.title).join(', ') }));
  };
  return (
    <div className="bag-line-row bag-set">
      {!isDisabled && <Quantity line={line} most={most} words={words} />}
      <button
        type="button"
        className="bag-link"
        data-delete
        onClick={remove}
        aria-label={words.text('deleteSet', { title: line.title })}
      >
        {words.text('delete')}
      </button>
      {pay !== null && !isDisabled && <Amount was={pay < origin ? origin : null} now={pay} words={words} />}
    </div>
  );
}

/** What the server says the group costs; nothing while it has not answered for these pieces. */
function groupAmounts({ discount, lines }: ShownGroup): { origin: number; pay: number | null } {
  if (!discount || lines.some(({ pay, isSelected }) => pay === null || !isSelected))
    return { origin: 0, pay: null };
  return { origin: discount.amounts.origin_amount, pay: discount.amounts.pay_amount };
}
