import { createContext, useContext } from 'react';
import type { CallApi } from './api.ts';

/** The API client, for acts that react-admin's data provider has no method for. */
export const ApiContext = createContext<CallApi | null>(null);

export function useApi(): CallApi {
  const api = useContext(ApiContext);
  if (!api) throw new Error('Use useApi inside AdminApp.');
  return api;
}
