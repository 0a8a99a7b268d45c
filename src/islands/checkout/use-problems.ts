/** Which fields are at fault, and when to say so: after a field is left, and for all of them after "Pay". */
import { useEffect, useRef, useState } from 'react';
import { addressProblems, emailProblem } from '#lib/checkout/address-rules.ts';
import { emptyAddress } from '#lib/orders/address.ts';
import type { CheckoutProps, FieldName, Problems } from './types.ts';
import type { CheckoutState } from './use-checkout.ts';
import type { TaxIdRule } from './use-tax-id.ts';
import type { CheckoutWords } from './words.ts';

export function useProblems(
  { checkout, fields }: CheckoutState,
  { countries }: CheckoutProps,
  texts: CheckoutWords,
  taxId: TaxIdRule | null,
) {
  const [left, setLeft] = useState<ReadonlySet<FieldName>>(new Set());
  const [attempts, setAttempts] = useState(0);
  const form = useRef<HTMLFormElement>(null);

  const address = { ...emptyAddress, ...fields.address };
  const found: Problems = checkout.requires_shipping ? addressProblems(address, countries, texts) : {};
  const email = emailProblem(fields.email ?? '', texts);
  if (email) found.email = email;
  const tax = checkout.requires_shipping ? taxIdProblem(taxId, fields.tax_id ?? '', texts) : '';
  if (tax) found.tax_id = tax;

  const typed = (field: FieldName) =>
    field === 'email' ? fields.email : field === 'tax_id' ? fields.tax_id : address[field];
  const shown = Object.fromEntries(
    Object.entries(found).filter(([field]) => {
      const name = field as FieldName;
      return attempts > 0 || (left.has(name) && typed(name)?.trim());
    }),
  ) as Problems;

  useEffect(() => {
    if (attempts === 0) return;
    const fields = [...(form.current?.elements ?? [])] as HTMLElement[];
    fields.find((field) => field.getAttribute('aria-invalid') === 'true')?.focus();
  }, [attempts]);

  return {
    form,
    shown,
    leave: (field: FieldName) => setLeft((before) => new Set(before).add(field)),
    /** True when the order may be placed; otherwise every problem is shown and the first has the focus. */
    check(): boolean {
      const isFine = Object.keys(found).length === 0;
      if (!isFine) setAttempts((count) => count + 1);
      return isFine;
    },
  };
}

function taxIdProblem(rule: TaxIdRule | null, value: string, texts: CheckoutWords): string {
  if (!rule || rule.label === '') return '';
  if (value.trim() === '') return rule.required ? texts.text('requiredMsg', { name: rule.label }) : '';
  return new RegExp(rule.pattern).test(value.trim()) ? '' : texts.text('validMsg', { name: rule.label });
}
