import { useEffect, useState } from 'react';

/** Renders a time in the reader's time zone and format (ORD-17); in UTC before hydration. */
export function LocalTime({ at }: { at: number }) {
  return <Local at={at} form={minute} isoLength={16} />;
}

/** Renders a day like LocalTime, with the year if it is not the current one. */
export function LocalDay({ at }: { at: number }) {
  return <Local at={at} form={day} otherYear={dayOfYear} isoLength={10} />;
}

const minute: Intl.DateTimeFormatOptions = { dateStyle: 'medium', timeStyle: 'short' };
const day: Intl.DateTimeFormatOptions = { weekday: 'short', month: 'short', day: 'numeric' };
const dayOfYear: Intl.DateTimeFormatOptions = { ...day, year: 'numeric' };

interface Props {
  at: number;
  form: Intl.DateTimeFormatOptions;
  /** Format for other years, `form` by default. */
  otherYear?: Intl.DateTimeFormatOptions;
  /** How much of `YYYY-MM-DDTHH:MM` is shown before hydration. */
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

/** Returns the reader's regional form of the page's language, such as en-GB for an English page; else that language. */
function readersForm(lang: string): string | undefined {
  const [language] = lang.split('-');
  return navigator.languages.find((locale) => locale.split('-')[0] === language) ?? (lang || undefined);
}
