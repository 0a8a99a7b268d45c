import { removeLine, selectLines, setQuantity } from '#client/bag/actions.ts';
import { localPath } from '#client/language/local-path.ts';
import { announce, loadFailedMessage } from '#client/page/announce.ts';
import type { BagTexts } from '#lib/bag/bag-texts.ts';
import { type BagLineViewModel, problemTextKey } from '#lib/bag/bag-view-model.ts';
import { isBundle, isGift, type Line } from '#lib/bag/line.ts';
import { Amount } from './Amount.tsx';
import { Checkbox } from './Checkbox.tsx';
import { Quantity } from './Quantity.tsx';

/** Customised option of type image (R57). */
const imageType = 2;

interface Props {
  shown: BagLineViewModel;
  texts: BagTexts;
  /** Lines have checkboxes. */
  canChoose?: boolean;
  /** The group cannot be selected. */
  isDisabled?: boolean;
  /** Part of a bundle, which has one quantity for all its lines. */
  isPart?: boolean;
}

/** Renders one line: picture, title, options, price and quantity, or the problem instead of the quantity (BAG-33 to BAG-36). */
export function BagLine({ shown, texts, canChoose = false, isDisabled = false, isPart = false }: Props) {
  const { line, status, problem } = shown;
  // The value of a picture option is its URL, which means nothing to a shopper.
  const textOptions = line.customizedOptions.filter(({ type }) => type !== imageType);
  const chosen = [...line.options, ...line.custom_props, ...textOptions].map((entry) => entry.value);
  const kind = isGift(line) ? [texts.text('giftLine')] : [];
  const details = [...kind, ...chosen, ...priceOfOne(shown, isPart, texts)];
  const problemKey = problemTextKey(problem);
  const isFree = isGift(line);
  const pictures = customPictures(line);

  const remove = () => {
    removeLine(line);
    if (isFree) void decline(line);
    announce(texts.text('removed', { title: line.title }));
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
          <Checkbox
            isChecked={shown.isSelected}
            isDisabled={isDisabled || status === 0}
            label={texts.text('selectLine', { title: line.title })}
            onChange={(isChecked) => selectLines([line], isChecked)}
          />
        ))}
      <div className="bag-picture">
        {line.image && <img src={line.image} width="88" height="110" alt="" />}
      </div>
      <div className="bag-line-text">
        <div className="bag-line-top">
          <p className="bag-line-title">
            <a href={line.url ? localPath(line.url) : undefined} dir="auto">
              {line.title}
            </a>
          </p>
          <LineAmount shown={shown} isPart={isPart} texts={texts} />
        </div>
        {isBundle(line) && <span className="badge bag-badge">{texts.text('bundle')}</span>}
        {details.length > 0 && (
          <p className="small quiet" dir="auto">
            {details.join(' · ')}
          </p>
        )}
        {pictures.length > 0 && (
          <button type="button" className="bag-link" onClick={() => void view(pictures, line.title)}>
            {texts.text('viewImage')}
          </button>
        )}
        {problemKey && <p className="bag-problem">{texts.text(problemKey)}</p>}
        {problem === 'not_enough' && (
          <p className="bag-problem">
            {texts.text('onlyLeft', { count: shown.saleQuantity })}{' '}
            {!isPart && shown.saleQuantity > 0 && (
              <button
                type="button"
                className="bag-link"
                onClick={() => setQuantity(line, shown.saleQuantity)}
              >
                {texts.text('takeThese', { count: shown.saleQuantity })}
              </button>
            )}
          </p>
        )}
        {!isPart && (
          <div className="bag-line-row">
            {status === 1 && !isFree && <Quantity line={line} max={shown.saleQuantity} texts={texts} />}
            <button
              type="button"
              className="bag-link"
              data-delete
              onClick={remove}
              aria-label={`${texts.text('delete')} ${line.title}`}
            >
              {texts.text('delete')}
            </button>
          </div>
        )}
      </div>
    </li>
  );
}

/** Returns the unit price as text if there are several units. */
function priceOfOne({ line, price, charge }: BagLineViewModel, isPart: boolean, texts: BagTexts): string[] {
  if (isGift(line) || line.quantity === 1) return [];
  const amount = texts.money(charge?.each ?? price);
  return [isPart ? `${line.quantity} × ${amount}` : texts.text('priceEach', { amount })];
}

/** Shows the line's price from the server, or that of a single unit. A bundle's row shows its price before discounts. */
function LineAmount({ shown, isPart, texts }: Pick<Props, 'shown' | 'isPart' | 'texts'>) {
  const { charge, line, price, status } = shown;
  const isOff = status === 0;
  if (isGift(line)) return <p className="bag-line-amount">{isOff ? '' : texts.text('giftFree')}</p>;
  if (isOff || charge === null) {
    const single = line.quantity === 1 ? texts.money(price) : '…';
    return <p className="bag-line-amount">{isOff ? '' : single}</p>;
  }
  return <Amount charge={isPart ? { ...charge, before: null } : charge} texts={texts} />;
}

/** Keeps the gift from being added again automatically (R108). Pricing normally has loaded the module already. */
async function decline(line: Line): Promise<void> {
  const part = await import('#client/bag/declined.ts').catch(() => null);
  part?.declineGift(line);
}

/** Returns the URLs of the shopper's design: the composite picture, else the uploaded pictures. */
function customPictures({ customizedCompositeImage, customizedOptions }: Line): string[] {
  if (customizedCompositeImage) return [customizedCompositeImage];
  return customizedOptions
    .filter(({ type, value }) => type === imageType && /^(\/(?!\/)|https?:)/.test(value))
    .map(({ value }) => value);
}

/** The viewer loads with the first click (BAG-23). */
async function view(pictures: readonly string[], title: string): Promise<void> {
  try {
    const { showFullSizeImages } = await import('./show-full-size-images.ts');
    await showFullSizeImages(pictures, title);
  } catch {
    alert(loadFailedMessage());
  }
}
