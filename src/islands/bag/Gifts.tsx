/** Renders the bag's gift promotions: for each tier of a promotion its message, its gifts, and whether the bag has reached it (GIFT-07). */
import { acceptGift } from '#client/bag/declined.ts';
import { localPath } from '#client/language/local-path.ts';
import { announce } from '#client/page/announce.ts';
import type { BagTexts } from '#lib/bag/bag-texts.ts';
import type { BagViewModel } from '#lib/bag/bag-view-model.ts';
import {
  type EarnedGift,
  findGiftLines,
  giftLine,
  isGiftAvailable,
  remainingGiftUnits,
} from '#lib/bag/gifts.ts';
import { isGift } from '#lib/bag/line.ts';
import type { WireGiftDiscount } from '#lib/contract/wire-discount.ts';
import { giftTexts } from '#lib/messages/gifts.ts';
import { productPath } from '#lib/pages/paths.ts';

interface Props {
  shown: BagViewModel;
  texts: BagTexts;
}

type Rule = WireGiftDiscount['discount_rules'][number];

export function Gifts({ shown, texts }: Props) {
  const giftText = texts.of(giftTexts);
  return (
    <section className="bag-gifts" aria-labelledby="bag-gifts">
      <p className="eyebrow" id="bag-gifts">
        {giftText('giftsTitle')}
      </p>
      {shown.gifts.flatMap(({ discount_id, discount_rules }) =>
        discount_rules.map((rule) => (
          <GiftStep
            key={`${discount_id}-${rule.position}`}
            discountId={discount_id}
            rule={rule}
            shown={shown}
            texts={texts}
          />
        )),
      )}
    </section>
  );
}

interface StepProps extends Props {
  discountId: number;
  rule: Rule;
}

function GiftStep({ discountId, rule, shown, texts }: StepProps) {
  const giftText = texts.of(giftTexts);
  return (
    <div className={rule.achieved ? 'bag-step bag-step-on' : 'bag-step'}>
      <p className="small">
        <span className="bag-step-mark" aria-hidden="true">
          {rule.achieved ? '✓' : ''}
        </span>
        <span className="visually-hidden">{giftText(rule.achieved ? 'giftReached' : 'giftAhead')}: </span>
        {texts.hint(rule)}
      </p>
      <ul>
        {rule.gift_products.map((gift) => (
          <GiftRow
            key={gift.variant_id}
            earned={{ discountId, position: rule.position, gift }}
            isAchieved={rule.achieved}
            shown={shown}
            texts={texts}
          />
        ))}
      </ul>
    </div>
  );
}

interface RowProps extends Props {
  earned: EarnedGift;
  isAchieved: boolean;
}

function GiftRow({ earned, isAchieved, shown, texts }: RowProps) {
  const { gift } = earned;
  const giftText = texts.of(giftTexts);
  const lines = shown.lines.map(({ line }) => line);
  const addedCount = findGiftLines(lines, earned).length;
  // The last unit in stock may already be in the bag as a gift of another promotion.
  const isAvailable = isGiftAvailable(gift) && (!isAchieved || remainingGiftUnits(lines, gift) > 0);
  const isInBag = lines.some((line) => isGift(line) && line.sku_id === gift.variant_id);
  const canAdd = isAchieved && isAvailable && addedCount < Math.max(1, gift.auto_car);
  const add = () => {
    acceptGift(giftLine(earned));
    announce(texts.text('giftsCame', { titles: gift.title }));
  };
  return (
    // A gift in the bag is already visible in the bag's lines, so its entry here is for screen readers only.
    <li className={isInBag && !canAdd ? 'visually-hidden' : 'bag-gift'}>
      {gift.image && !isInBag && <img src={gift.image} width="40" height="50" alt="" loading="lazy" />}
      <span>
        {isInBag ? gift.title : <a href={localPath(productPath(gift.seo_url))}>{gift.title}</a>}
        {gift.variant_option_values.length > 0 && (
          <span className="quiet"> {gift.variant_option_values.join(' · ')}</span>
        )}
      </span>
      {canAdd ? (
        <button
          type="button"
          className="bag-link"
          aria-label={giftText('giftAddOf', { title: gift.title })}
          onClick={add}
        >
          {giftText('giftAdd')}
        </button>
      ) : (
        <span className="quiet">{stateOf(addedCount > 0, isAvailable, texts)}</span>
      )}
    </li>
  );
}

function stateOf(isAdded: boolean, isAvailable: boolean, texts: BagTexts): string {
  if (isAdded) return texts.of(giftTexts)('giftTaken');
  return isAvailable ? '' : texts.text('soldOut');
}
