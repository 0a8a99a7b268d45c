import type { WireOrder } from '#lib/contract/wire-order.ts';
import { pieceText } from '#lib/orders/piece-text.ts';
import { LocalTime } from './Times.tsx';
import { useWords } from './words.ts';

interface Props {
  parcel: WireOrder['tracking_info'][number];
  /** Which of how many, where there are several. */
  place: { at: number; of: number };
}

/** A parcel: what is in it, since when it travels, and where it is followed (ORD-02, ORD-05, ORD-06). */
export function OrderParcel({ parcel, place: { at, of } }: Props) {
  const words = useWords();
  const { tracking_company: company, tracking_num: number, delivered_at } = parcel;
  const title = of === 1 ? words.parcel : words.text('parcelOf', { at, of });
  return (
    <section className="order-parcel" aria-label={title}>
      <h3>{title}</h3>
      <p className="order-parcel-when">
        {delivered_at === null ? words.stepSent : words.stepDelivered}
        <span className="quiet small">
          <LocalTime at={delivered_at ?? parcel.tracking_update_time} />
        </span>
      </p>
      {parcel.order_info.length > 0 && (
        <ul className="small order-contents">
          {parcel.order_info.map(({ title: piece, variant_option, quantity }, index) => (
            // What is in a parcel never changes place; the same piece may be in it twice.
            // biome-ignore lint/suspicious/noArrayIndexKey: see above
            <li key={index}>{pieceText(quantity, piece, variant_option)}</li>
          ))}
        </ul>
      )}
      <p className="order-parcel-way">
        <span className="quiet small">{[company, number].filter(Boolean).join(' ')}</span>
        {parcel.tracking_url ? (
          <a className="link-row" href={parcel.tracking_url} target="_blank" rel="noopener">
            {words.track}
          </a>
        ) : (
          <button type="button" className="link-row order-track-off" disabled>
            {words.track}
          </button>
        )}
      </p>
    </section>
  );
}
