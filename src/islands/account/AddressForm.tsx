import { useEffect, useState } from 'react';
import { api } from '#client/api/api.ts';
import { type CountryRules, provinceLabel, validateAddress, zipLabel } from '#lib/checkout/address-rules.ts';
import type { SavedAddress } from '#lib/contract/customers.ts';
import { type Address, emptyAddress } from '#lib/orders/address.ts';
import { Field, SelectField } from '../forms/Field.tsx';
import { FormFooter, useForm } from '../forms/use-form.tsx';
import { OptionalLabel } from './NameFields.tsx';
import { usePageTexts } from './texts.ts';

interface Props {
  entry: SavedAddress | null;
  /** True if the address book is empty: the first address always becomes the default. */
  isFirst: boolean;
  countries: readonly CountryRules[];
  onSaved(addresses: SavedAddress[]): void;
  onCancel(): void;
}

/** Renders the form that adds or edits a saved address, with the same validation rules as the checkout. */
export function AddressForm({ entry, isFirst, countries, onSaved, onCancel }: Props) {
  const texts = usePageTexts();
  const saved = entry?.address ?? emptyAddress;
  // This form has no house-number field, so append the house number of an address that was saved at checkout to the street.
  const before = { ...saved, address1: `${saved.address1} ${saved.house_number}`.trim() };
  const [code, setCode] = useState(before.country_code);
  const country = countries.find((candidate) => candidate.code === code);
  const { problems, message, isBusy, props } = useForm(
    (typed) => validateAddress(addressOf(typed), countries, texts),
    async (typed) => {
      const body = { address: addressOf(typed), is_default: typed('is_default') === 'on' };
      const answer = entry
        ? await api('PUT /api/v1/storefront/customer/addresses/:id', { params: { id: entry.id }, body })
        : await api('POST /api/v1/storefront/customer/addresses', { body });
      if (answer.code !== 0 || !answer.data) return { kind: 'failed', text: answer.msg };
      onSaved(answer.data.addresses);
      return { kind: 'left' };
    },
  );
  useEffect(() => {
    (props.ref.current?.elements.namedItem('first_name') as HTMLElement | null)?.focus();
  }, [props.ref]);

  const input = (name: keyof Address, label: string, autoComplete: string, isRequired = true) => (
    <Field
      id={`address-${name}`}
      name={name}
      label={name === 'address2' || name === 'phone' ? <OptionalLabel label={label} texts={texts} /> : label}
      autoComplete={autoComplete}
      defaultValue={before[name]}
      problem={problems[name]}
      maxLength={100}
      required={isRequired}
    />
  );
  return (
    <form className="account-form" {...props}>
      <SelectField
        id="address-country_code"
        name="country_code"
        label={texts.country}
        problem={problems.country_code}
        options={countries}
        empty={texts.chooseCountry}
        autoComplete="country"
        required
        defaultValue={code}
        onChange={(event) => setCode(event.currentTarget.value)}
      />
      <div className="account-pair">
        {input('first_name', texts.firstName, 'given-name', false)}
        {input('last_name', texts.lastName, 'family-name', false)}
      </div>
      {input('address1', texts.address, 'address-line1')}
      {input('address2', texts.address2, 'address-line2', false)}
      <div className="account-pair">
        {input('city', texts.city, 'address-level2')}
        {input('zip', zipLabel(code, texts), 'postal-code', country?.zip_required ?? false)}
      </div>
      {country && country.provinces.length > 0 && (
        <SelectField
          key={code}
          id="address-province"
          name="province"
          label={provinceLabel(code, texts)}
          problem={problems.province}
          options={country.provinces}
          empty={texts.pleaseChoose}
          autoComplete="address-level1"
          required
          defaultValue={code === before.country_code ? before.province : ''}
        />
      )}
      {input('phone', texts.phone, 'tel', false)}
      {!isFirst && !entry?.is_default && (
        <label className="account-tick">
          <input type="checkbox" name="is_default" />
          <span>{texts.addressMakeDefault}</span>
        </label>
      )}
      <FormFooter message={message} isBusy={isBusy} label={texts.addressSave} />
      <button type="button" className="button button-plain" onClick={onCancel}>
        {texts.cancel}
      </button>
    </form>
  );
}

function addressOf(typed: (name: string) => string): Address {
  const parts = Object.keys(emptyAddress).map((name) => [name, typed(name)]);
  return Object.fromEntries(parts) as Record<keyof Address, string>;
}
