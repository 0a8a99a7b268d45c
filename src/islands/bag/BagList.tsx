import { useEffect, useId, useRef, useState } from 'react';
import { selectLines } from '#client/bag/actions.ts';
import { areAllSelected, getSelectableLines, groupBagLines } from '#lib/bag/bag-groups.ts';
import type { BagTexts } from '#lib/bag/bag-texts.ts';
import type { BagLineViewModel, BagViewModel } from '#lib/bag/bag-view-model.ts';
import { groupKey, isGift } from '#lib/bag/line.ts';
import { useAnnouncement } from '../use-announcement.ts';
import { useLazyModule } from '../use-lazy-module.ts';
import { BagGroup } from './BagGroup.tsx';
import { Checkbox } from './Checkbox.tsx';
import { LoadFailed } from './Notice.tsx';
import { useRestoreFocus } from './use-restore-focus.ts';

const loadGifts = () => import('./Gifts.tsx');

interface Props {
  shown: BagViewModel;
  /** Value of the setting `bagSelection`. */
  selection: 'shown' | 'asked';
  texts: BagTexts;
}

/** Renders the bag's lines in groups, with checkboxes to select lines, and the gifts that the lines qualify for. */
export function BagList({ shown, selection, texts }: Props) {
  const allId = useId();
  const list = useRef<HTMLDivElement>(null);
  useRestoreFocus(list);
  const groups = groupBagLines(shown.lines);
  const open = groups
    .filter(({ isDisabled }) => !isDisabled)
    .flatMap(({ lines }) => getSelectableLines(lines));
  const choosable = open.filter(({ line }) => !isGift(line));
  const selected = choosable.filter(({ isSelected }) => isSelected);
  const [chosen, all] = [selected, choosable].map(countChoices) as [number, number];
  const [isChoosing, setChoosing] = useState(selection === 'shown');
  const isFocusRequested = useRef(false);
  // If a line is deselected, show the checkboxes, so that the shopper can notice it and select the line again.
  if (chosen < all && !isChoosing) setChoosing(true);
  // A single line is always ordered, so it needs no checkbox.
  const canChoose = isChoosing && (all > 1 || chosen < all);
  useEffect(() => {
    if (isChoosing && isFocusRequested.current) document.getElementById(allId)?.focus();
  }, [isChoosing, allId]);
  const startChoosing = () => {
    isFocusRequested.current = true;
    setChoosing(true);
  };
  const gifts = useLazyModule(loadGifts, shown.gifts.length > 0 ? 'gifts' : '');
  const isNothing = choosable.length > 0 && selected.length === 0;
  const nothing = texts.text('nothingSelected');
  useAnnouncement(isNothing ? nothing : '');
  const isAll = areAllSelected(groups);
  return (
    <div ref={list}>
      {canChoose && (
        <div className="bag-all">
          <Checkbox
            id={allId}
            isChecked={isAll}
            isPartly={!isAll && selected.length > 0}
            onChange={(isChecked) =>
              selectLines(
                choosable.map(({ line }) => line),
                isChecked,
              )
            }
          />
          <label htmlFor={allId}>{texts.text('selectAll')}</label>
          <span className="quiet">
            {chosen}/{all}
          </span>
        </div>
      )}
      {isNothing && <p className="bag-problem">{nothing}</p>}
      {groups.map((group) => (
        <BagGroup key={group.key} group={group} canChoose={canChoose} texts={texts} />
      ))}
      {!isChoosing && all > 1 && (
        <button type="button" className="bag-link bag-ask" onClick={startChoosing}>
          {texts.text('chooseOrdered')}
        </button>
      )}
      {gifts.isLost && <LoadFailed />}
      {gifts.module && <gifts.module.Gifts shown={shown} texts={texts} />}
    </div>
  );
}

/** Counts the entries that can be selected separately; a bundle counts as one entry. */
function countChoices(lines: readonly BagLineViewModel[]): number {
  return new Set(lines.map(({ line }) => groupKey(line) || line.random_id)).size;
}
