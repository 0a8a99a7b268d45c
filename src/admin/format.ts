import { useLocale } from 'react-admin';

/** Returns functions that format amounts and times in the language of the admin. */
export function useFormat() {
  const locale = useLocale();
  return {
    money: (amount: number, currency: string) =>
      new Intl.NumberFormat(locale, { style: 'currency', currency }).format(amount),
    time: (ms: number) =>
      new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' }).format(ms),
  };
}
