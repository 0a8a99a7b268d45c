import { announce } from '#lib/announce.ts';
import { removeLine, setQuantity } from '#lib/bag/actions.ts';
import { isBundle, isGift } from '#lib/bag/line.ts';
import type { Words } from '#lib/bag/shop-words.ts';
import { problemText, type ShownLine } from '#lib/bag/shown-bag.ts';
import { localPath } from '#lib/language/local-path.ts';
import { Quantity } from './Quantity.tsx';

/** Customised option of type image (R57). */
const imageType = 2;

interface Props {
  shown: ShownLine;
  words: Words;
}

/** One line: picture, title, what was chosen, price, how many; its problem in words instead of a quantity (BAG-33 to BAG-36). */
export function BagLine({ shown, words }: Props) {
  const { line, status, problem } = shown;
  // A picture's value is its address, which says nothing to a reader.
  const told = line.customizedOptions.filter(({ type }) => type !== imageType);
  const details = [...line.options, ...line.custom_props, ...told].map((entry) => entry.value);
  const problemKey = problemText(problem);
  const isReduced = shown.originalPrice > shown.price;

  const remove = () => {
    removeLine(line);
    announce(words.text('removed', { title: line.title }));
  };

  return (
    <li className={status === 1 ? 'bag-line' : 'bag-line bag-line-off'}>
      <div className="bag-picture">
        {line.image && <img src={line.image} width="88" height="110" alt="" />}
      </div>
      <div className="bag-line-text">
        <p className="bag-line-title">
          <a href={line.url ? localPath(line.url) : undefined}>{line.title}</a>
        </p>
        {isBundle(line) && <span className="badge">{words.text('bundle')}</span>}
        {details.length > 0 && <p className="small quiet">{details.join(' · ')}</p>}
        {!isGift(line) && (line.quantity > 1 || isReduced) && (
          <p className={isReduced ? 'price price-sale small' : 'price small'}>
            <span className="price-now">{words.money(shown.price)}</span>
            {isReduced && <s className="price-was">{words.money(shown.originalPrice)}</s>}
          </p>
        )}
        {problemKey && <p className="bag-problem">{words.text(problemKey)}</p>}
        {problem === 'not_enough' && (
          <p className="bag-problem">
            {words.text('onlyLeft', { count: shown.saleQuantity })}{' '}
            <button type="button" className="bag-link" onClick={() => setQuantity(line, shown.saleQuantity)}>
              {words.text('takeThese', { count: shown.saleQuantity })}
            </button>
          </p>
        )}
        <div className="bag-line-row">
          {status === 1 && !isGift(line) && <Quantity line={line} most={shown.saleQuantity} words={words} />}
          <button
            type="button"
            className="bag-link"
            onClick={remove}
            aria-label={`${words.text('delete')} ${line.title}`}
          >
            {words.text('delete')}
          </button>
        </div>
      </div>
      <p className="bag-line-amount">{lineAmount(shown, words)}</p>
    </li>
  );
}

/** What the line costs, by the server; a single piece costs its price. */
function lineAmount({ amount, line, price, status }: ShownLine, words: Words): string {
  if (status === 0) return '';
  if (amount !== null) return words.money(amount);
  return line.quantity === 1 ? words.money(price) : '…';
}
