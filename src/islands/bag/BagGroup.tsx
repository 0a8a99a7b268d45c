import { selectLines } from '#client/bag/actions.ts';
import { type BagGroupViewModel, getSelectableLines } from '#lib/bag/bag-groups.ts';
import type { BagTexts } from '#lib/bag/bag-texts.ts';
import { isGift } from '#lib/bag/line.ts';
import { useLazyModule } from '../use-lazy-module.ts';
import { BagLine } from './BagLine.tsx';
import { Banner, bannerStyle } from './Banner.tsx';
import { Checkbox } from './Checkbox.tsx';
import { LoadFailed } from './Notice.tsx';

const loadBundle = () => import('./BundleRow.tsx');

interface Props {
  group: BagGroupViewModel;
  canChoose: boolean;
  texts: BagTexts;
}

/**
 * Renders a group of bag lines: the lines of a promotion under its banner, a bundle as one unit, or lines without a promotion
 * (BAG-38 to BAG-41).
 */
export function BagGroup({ group, canChoose, texts }: Props) {
  const { lines, discount, isBundle, isDisabled, isSelected } = group;
  const nonGiftLines = lines.filter(({ line }) => !isGift(line));
  const name = discount && discount.desc !== '' ? texts.hint(discount) : (lines[0]?.line.title ?? '');
  // The group has a checkbox only if it is a bundle, whose lines have none, or a promotion with several lines to select at once.
  const hasBox =
    canChoose && nonGiftLines.length > 0 && (isBundle || (discount !== null && nonGiftLines.length > 1));
  const bundle = useLazyModule(loadBundle, isBundle ? 'bundle' : '');
  const toggle = (isChecked: boolean) =>
    selectLines(
      getSelectableLines(nonGiftLines).map(({ line }) => line),
      isChecked,
    );
  return (
    <section className={groupClass(group)} aria-label={discount ? name : undefined}>
      {(hasBox || discount?.json_config.cartShowDiscount) && (
        <div className="bag-group-head" style={discount ? bannerStyle(discount) : undefined}>
          {hasBox && (
            <Checkbox
              isChecked={isSelected}
              isPartly={!isSelected && nonGiftLines.some((line) => line.isSelected)}
              isDisabled={isDisabled}
              label={texts.text('selectGroup', { name })}
              onChange={toggle}
            />
          )}
          {discount && <Banner discount={discount} words={texts} />}
        </div>
      )}
      <ul className="bag-lines">
        {lines.map((line) => (
          <BagLine
            key={line.line.random_id}
            shown={line}
            texts={texts}
            canChoose={canChoose && !isBundle}
            isDisabled={isDisabled}
            isPart={isBundle}
          />
        ))}
      </ul>
      {bundle.isLost && <LoadFailed />}
      {bundle.module && <bundle.module.BundleRow group={group} words={texts} />}
    </section>
  );
}

function groupClass({ discount, isBundle }: BagGroupViewModel): string {
  return discount || isBundle ? 'bag-group bag-group-offer' : 'bag-group';
}
