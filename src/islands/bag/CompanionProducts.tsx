import { useStore } from '@nanostores/react';
import { useEffect, useRef } from 'react';
import { $companions, fetchCompanions } from '#client/bag/companions.ts';
import { localPath } from '#client/language/local-path.ts';
import type { BagTexts } from '#lib/bag/bag-texts.ts';
import type { BagViewModel } from '#lib/bag/bag-view-model.ts';
import { companionLine, pickCompanions } from '#lib/bag/companions.ts';
import { productPath } from '#lib/pages/paths.ts';
import { addToBagSilently } from '../adding/put-in-bag.ts';

interface Props {
  shown: BagViewModel;
  /** Amount missing until free shipping, in the shop's currency; 0 if free shipping is not offered or already reached. */
  missing: number;
  texts: BagTexts;
}

/** Renders products that complement those in the bag, each with a button that adds it. */
export function CompanionProducts({ shown, missing, texts }: Props) {
  const companions = useStore($companions, { ssr: () => [] });
  const head = useRef<HTMLParagraphElement>(null);
  const inBag = [...new Set(shown.lines.map(({ line }) => line.id))];
  const ids = inBag.join();
  useEffect(() => void fetchCompanions(ids), [ids]);
  const picked = pickCompanions(companions, inBag, missing);
  if (picked.length === 0) return null;
  return (
    <section className="bag-with" aria-labelledby="bag-with">
      <p className="eyebrow" id="bag-with" tabIndex={-1} ref={head}>
        {texts.text('goesWith')}
      </p>
      <ul>
        {picked.map((companion) => (
          <li key={companion.variant_id} className="bag-gift">
            {companion.image && <img src={companion.image} width="48" height="60" alt="" />}
            <span>
              <a href={localPath(productPath(companion.seo_url))} dir="auto">
                {companion.title}
              </a>
              <span className="quiet">
                {' '}
                {[...companion.options.map(({ value }) => value), texts.money(companion.price)].join(' · ')}
              </span>
            </span>
            <button
              type="button"
              className="icon-button bag-plus"
              aria-label={texts.text('addOne', { title: companion.title })}
              onClick={({ currentTarget }) => {
                // The product's row disappears with the focused button, so move focus to the heading.
                if (addToBagSilently({ lines: [companionLine(companion)] }, currentTarget, texts))
                  head.current?.focus();
              }}
            >
              <span aria-hidden="true">+</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
