/** What the country of the address asks for as tax id (API-060). */
import { useEffect, useState } from 'react';
import { api } from '#client/api.ts';
import type { CallData } from '#lib/contract/endpoint.ts';
import type { Endpoints } from '#lib/contract/table.ts';

export type TaxIdRule = CallData<Endpoints['GET /api/v1/tax/id/:id']>;

export function useTaxId(country: string): TaxIdRule | null {
  const [rule, setRule] = useState<TaxIdRule | null>(null);
  useEffect(() => {
    setRule(null);
    if (country === '') return;
    const stop = new AbortController();
    void api('GET /api/v1/tax/id/:id', { params: { id: country } }, { signal: stop.signal }).then(
      (answer) => {
        if (!stop.signal.aborted && answer.code === 0) setRule(answer.data);
      },
    );
    return () => stop.abort();
  }, [country]);
  return rule;
}
