import { useEffect, useState } from 'react';

/** Renders a date and time in the shopper's time zone and locale (ORD-17); in UTC before hydration. */
export function LocalTime({ at }: { at: number }) {
  return <Local at={at} form={minute} isoLength={16} />;
}

/** Renders a date without the time, in the same way as `LocalTime`; includes the year if it is not the current year. */
export function LocalDay({ at }: { at: number }) {
  return <Local at={at} form={day} otherYear={dayOfYear} isoLength={10} />;
}

const minute: Intl.DateTimeFormatOptions = { dateStyle: 'medium', timeStyle: 'short' };
const day: Intl.DateTimeFormatOptions = { weekday: 'short', month: 'short', day: 'numeric' };
const dayOfYear: Intl.DateTimeFormatOptions = { ...day, year: 'numeric' };

interface Props {
  at: number;
  form: Intl.DateTimeFormatOptions;
  /** Format for dates in other years, `form` by default. */
  otherYear?: Intl.DateTimeFormatOptions;
  /** Number of characters of the UTC time `YYYY-MM-DDTHH:MM` to display before hydration: 10 for the date, 16 for date and time. */
  isoLength: 10 | 16;
}

function Local({ at, form, otherYear = form, isoLength }: Props) {
  const iso = new Date(at).toISOString();
  const [text, setText] = useState(() => {
    const isoText = iso.slice(0, isoLength).replace('T', ' ');
    return isoLength === 16 ? `${isoText} UTC` : isoText;
  });
  useEffect(() => {
    const formatOptions = new Date(at).getFullYear() === new Date().getFullYear() ? form : otherYear;
    setText(new Intl.DateTimeFormat(readersForm(document.documentElement.lang), formatOptions).format(at));
  }, [at, form, otherYear]);
  return <time dateTime={iso}>{text}</time>;
}

/** Returns the shopper's preferred locale for the page's language, such as en-GB for an English page; else the page's language. */
function readersForm(lang: string): string | undefined {
  const [language] = lang.split('-');
  return navigator.languages.find((locale) => locale.split('-')[0] === language) ?? (lang || undefined);
}
