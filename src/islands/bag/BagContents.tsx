import { useEffect, useState } from 'react';
import type { Words } from '#lib/bag/shop-words.ts';
import type { ShownBag } from '#lib/bag/shown-bag.ts';
import { api } from '#lib/contract/client.ts';
import { fill } from '#lib/fill.ts';
import { localPath } from '#lib/language/local-path.ts';
import { BagLine } from './BagLine.tsx';
import { Notice } from './Notice.tsx';
import { useDropped, useIsSaved } from './use-bag.ts';
import { takeChangedMessage } from './use-checkout.ts';

/** The lines, with what has to be said about them. */
export function BagLines({ shown, words }: { shown: ShownBag; words: Words }) {
  return (
    <ul className="bag-lines">
      {shown.lines.map((line) => (
        <BagLine key={line.line.random_id} shown={line} words={words} />
      ))}
    </ul>
  );
}

/** What happened to the bag: it could not be kept, lines left it, a checkout was refused before the page loaded again. */
export function BagNotices({ words }: { words: Words }) {
  const isSaved = useIsSaved();
  const dropped = useDropped();
  const [changed, setChanged] = useState('');
  useEffect(() => setChanged((before) => before || takeChangedMessage()), []);
  const unsaved = words.text('bagUnsaved');
  const left = words.text('bagDropped', { titles: dropped.join(', ') });
  return (
    <>
      {changed && <Notice message={changed}>{changed}</Notice>}
      {!isSaved && <Notice message={unsaved}>{unsaved}</Notice>}
      {dropped.length > 0 && <Notice message={left}>{left}</Notice>}
    </>
  );
}

interface Hint {
  desc: string;
  params: (string | number)[];
}

/** An empty bag: active promotions as hints (BAG-16) and the way back (BAG-17). */
export function EmptyBag({ words }: { words: Words }) {
  const [hints, setHints] = useState<Hint[]>([]);
  useEffect(() => {
    const gone = new AbortController();
    api('GET /api/v2/cart/empty/discount', undefined, { signal: gone.signal }).then(
      (answer) => answer.code === 0 && !gone.signal.aborted && setHints(answer.data as Hint[]),
    );
    return () => gone.abort();
  }, []);
  return (
    <div className="bag-empty">
      <p>{words.text('emptyBag')}</p>
      {hints.map(({ desc, params }) => (
        <p className="small quiet" key={fill(desc, params)}>
          {fill(desc, params)}
        </p>
      ))}
      <a className="button button-plain" href={localPath('/')}>
        {words.text('continueShopping')}
      </a>
    </div>
  );
}
