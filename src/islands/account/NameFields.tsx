import type { Account } from '#lib/contract/customers.ts';
import { Field } from '../forms/Field.tsx';
import type { LoginTexts } from './texts.ts';

interface LabelProps {
  label: string;
  texts: Pick<LoginTexts, 'optionalField'>;
}

/** Renders the label of a field that may be left empty. */
export function OptionalLabel({ label, texts }: LabelProps) {
  return (
    <>
      {label} <span className="quiet">{texts.optionalField}</span>
    </>
  );
}

interface Props {
  /** Prefix of the fields' ids. */
  id: string;
  texts: Pick<LoginTexts, 'firstName' | 'lastName' | 'optionalField'>;
  /** The saved name. */
  account?: Pick<Account, 'first_name' | 'last_name'>;
}

/** Renders the fields for the customer's name, which is optional. */
export function NameFields({ id, texts, account }: Props) {
  const input = (name: 'first_name' | 'last_name', label: string, autoComplete: string) => (
    <Field
      id={`${id}-${name}`}
      name={name}
      label={<OptionalLabel label={label} texts={texts} />}
      autoComplete={autoComplete}
      maxLength={100}
      defaultValue={account?.[name]}
    />
  );
  return (
    <div className="account-pair">
      {input('first_name', texts.firstName, 'given-name')}
      {input('last_name', texts.lastName, 'family-name')}
    </div>
  );
}
