import { useEffect, useRef, useState } from 'react';
import { api } from '#client/api/api.ts';
import type { CountryRules } from '#lib/checkout/address-rules.ts';
import type { SavedAddress } from '#lib/contract/customers.ts';
import { addressLines } from '#lib/orders/address-lines.ts';
import { useAnnouncement } from '../use-announcement.ts';
import { AddressForm } from './AddressForm.tsx';
import { usePageTexts } from './texts.ts';

interface Props {
  saved: SavedAddress[];
  countries: readonly CountryRules[];
}

/** Renders the address book: the saved addresses that the customer can choose from at checkout. */
export function AddressBook({ saved, countries }: Props) {
  const texts = usePageTexts();
  const [addresses, setAddresses] = useState(saved);
  /** The address being edited, null for a new address; undefined while the form is closed. */
  const [edited, setEdited] = useState<SavedAddress | null | undefined>();
  const [failure, setFailure] = useState('');
  const adder = useRef<HTMLButtonElement>(null);
  const wasOpen = useRef(false);
  useAnnouncement(failure);

  const isOpen = edited !== undefined;
  // The form that had focus has closed: move focus to the button that opens it.
  useEffect(() => {
    if (wasOpen.current && !isOpen) adder.current?.focus();
    wasOpen.current = isOpen;
  }, [isOpen]);
  const close = () => setEdited(undefined);

  async function remove(id: number): Promise<void> {
    const answer = await api('DELETE /api/v1/storefront/customer/addresses/:id', {
      params: { id },
      body: {},
    });
    setFailure(answer.code === 0 ? '' : answer.msg);
    if (answer.code === 0 && answer.data) setAddresses(answer.data.addresses);
  }

  return (
    <section id="addresses" className="account-part" aria-labelledby="addresses-title">
      <h2 id="addresses-title">{texts.accountAddresses}</h2>
      {addresses.length > 0 && (
        <ul className="account-cards">
          {addresses.map((entry) => (
            <li key={entry.id} className="account-card">
              <address>
                {addressLines(entry.address).map((line) => (
                  <span key={line}>{line}</span>
                ))}
              </address>
              {entry.is_default && <p className="eyebrow">{texts.addressDefault}</p>}
              <p className="account-actions">
                <button type="button" onClick={() => setEdited(entry)}>
                  {texts.addressEdit}
                  <span className="visually-hidden"> {entry.address.address1}</span>
                </button>
                <button type="button" onClick={() => remove(entry.id)}>
                  {texts.addressRemove}
                  <span className="visually-hidden"> {entry.address.address1}</span>
                </button>
              </p>
            </li>
          ))}
        </ul>
      )}
      {failure && <p className="field-error">{failure}</p>}
      {edited === undefined ? (
        <button ref={adder} type="button" className="button button-plain" onClick={() => setEdited(null)}>
          {texts.addressAdd}
        </button>
      ) : (
        <AddressForm
          key={edited?.id ?? 'new'}
          entry={edited}
          isFirst={addresses.length === 0}
          countries={countries}
          onSaved={(book) => {
            setAddresses(book);
            close();
          }}
          onCancel={close}
        />
      )}
    </section>
  );
}
