import { announce, lostMessage } from '#client/announce.ts';
import { removeLine, selectLines, setQuantity } from '#client/bag/actions.ts';
import { localPath } from '#client/language/local-path.ts';
import { problemText, type ShownLine } from '#lib/bag/bag-view-model.ts';
import type { BagWords } from '#lib/bag/bag-words.ts';
import { isBundle, isGift, type Line } from '#lib/bag/line.ts';
import { Amount } from './Amount.tsx';
import { Check } from './Check.tsx';
import { Quantity } from './Quantity.tsx';

/** Customised option of type image (R57). */
const imageType = 2;

interface Props {
  shown: ShownLine;
  words: BagWords;
  /** There are boxes to choose by. */
  canChoose?: boolean;
  /** Its group cannot be chosen. */
  isDisabled?: boolean;
  /** Part of a bundle: its group says how many. */
  isPart?: boolean;
}

/** One line: picture, title, what was chosen, price, how many; its problem in words instead of a quantity (BAG-33 to BAG-36). */
export function BagLine({ shown, words, canChoose = false, isDisabled = false, isPart = false }: Props) {
  const { line, status, problem } = shown;
  // A picture's value is its address, which says nothing to a reader.
  const told = line.customizedOptions.filter(({ type }) => type !== imageType);
  const chosen = [...line.options, ...line.custom_props, ...told].map((entry) => entry.value);
  const kind = isGift(line) ? [words.text('giftLine')] : [];
  const details = [...kind, ...chosen, ...priceOfOne(shown, isPart, words)];
  const problemKey = problemText(problem);
  const isFree = isGift(line);
  const pictures = customPictures(line);

  const remove = () => {
    removeLine(line);
    if (isFree) void decline(line);
    announce(words.text('removed', { title: line.title }));
  };

  return (
    <li
      data-line={line.random_id}
      className={`bag-line${status === 1 ? '' : ' bag-line-off'}${canChoose ? ' bag-line-boxed' : ''}`}
    >
      {canChoose &&
        (isFree ? (
          <span />
        ) : (
          <Check
            isChecked={shown.isSelected}
            isDisabled={isDisabled || status === 0}
            label={words.text('selectLine', { title: line.title })}
            onChange={(isChecked) => selectLines([line], isChecked)}
          />
        ))}
      <div className="bag-picture">
        {line.image && <img src={line.image} width="88" height="110" alt="" />}
      </div>
      <div className="bag-line-text">
        <div className="bag-line-top">
          <p className="bag-line-title">
            <a href={line.url ? localPath(line.url) : undefined}>{line.title}</a>
          </p>
          <LineAmount shown={shown} words={words} />
        </div>
        {isBundle(line) && <span className="badge bag-badge">{words.text('bundle')}</span>}
        {details.length > 0 && <p className="small quiet">{details.join(' · ')}</p>}
        {pictures.length > 0 && (
          <button type="button" className="bag-link" onClick={() => void view(pictures, line.title)}>
            {words.text('viewImage')}
          </button>
        )}
        {problemKey && <p className="bag-problem">{words.text(problemKey)}</p>}
        {problem === 'not_enough' && (
          <p className="bag-problem">
            {words.text('onlyLeft', { count: shown.saleQuantity })}{' '}
            {!isPart && shown.saleQuantity > 0 && (
              <button
                type="button"
                className="bag-link"
                onClick={() => setQuantity(line, shown.saleQuantity)}
              >
                {words.text('takeThese', { count: shown.saleQuantity })}
              </button>
            )}
          </p>
        )}
        {!isPart && (
          <div className="bag-line-row">
            {status === 1 && !isFree && <Quantity line={line} most={shown.saleQuantity} words={words} />}
            <button
              type="button"
              className="bag-link"
              data-delete
              onClick={remove}
              aria-label={`${words.text('delete')} ${line.title}`}
            >
              {words.text('delete')}
            </button>
          </div>
        )}
      </div>
    </li>
  );
}

/** What a piece costs, where there are several. */
function priceOfOne({ line, price }: ShownLine, isPart: boolean, words: BagWords): string[] {
  if (isGift(line) || line.quantity === 1) return [];
  const amount = words.money(price);
  return [isPart ? `${line.quantity} × ${amount}` : words.text('priceEach', { amount })];
}

/** What the line costs, by the server, before and after its discounts; a single piece costs its price. */
function LineAmount({ shown, words }: Pick<Props, 'shown' | 'words'>) {
  const { amount, pay, was, line, price, status } = shown;
  const isOff = status === 0;
  if (isGift(line)) return <p className="bag-line-amount">{isOff ? '' : words.text('giftFree')}</p>;
  if (isOff || amount === null || pay === null) {
    const single = line.quantity === 1 ? words.money(price) : '…';
    return <p className="bag-line-amount">{isOff ? '' : single}</p>;
  }
  return <Amount was={was} now={pay} words={words} />;
}

/** The gift is not to come back; it came with this script (R108). */
async function decline(line: Line): Promise<void> {
  const part = await import('#client/bag/declined.ts').catch(() => null);
  part?.declineGift(line);
}

/** Addresses of what the shopper made: the finished picture, else the pictures that were uploaded. */
function customPictures({ customizedCompositeImage, customizedOptions }: Line): string[] {
  if (customizedCompositeImage) return [customizedCompositeImage];
  return customizedOptions
    .filter(({ type, value }) => type === imageType && /^(\/(?!\/)|https?:)/.test(value))
    .map(({ value }) => value);
}

/** What shows them comes with the first click (BAG-23). */
async function view(pictures: readonly string[], title: string): Promise<void> {
  try {
    const { viewPictures } = await import('./view-pictures.ts');
    await viewPictures(pictures, title);
  } catch {
    alert(lostMessage());
  }
}
