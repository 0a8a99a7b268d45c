import { useEffect, useState } from 'react';

/** A point in time in the reader's own zone and manner (ORD-17); in UTC until the browser has taken over. */
export function LocalTime({ at }: { at: number }) {
  return <Local at={at} form={minute} isoLength={16} />;
}

/** The day of a point in time, as LocalTime; of another year than this one with its year. */
export function LocalDay({ at }: { at: number }) {
  return <Local at={at} form={day} otherYear={dayOfYear} isoLength={10} />;
}

const minute: Intl.DateTimeFormatOptions = { dateStyle: 'medium', timeStyle: 'short' };
const day: Intl.DateTimeFormatOptions = { weekday: 'short', month: 'short', day: 'numeric' };
const dayOfYear: Intl.DateTimeFormatOptions = { ...day, year: 'numeric' };

interface Props {
  at: number;
  form: Intl.DateTimeFormatOptions;
  /** Where it is not of the reader's own year; left out for `form`. */
  otherYear?: Intl.DateTimeFormatOptions;
  /** How much of `YYYY-MM-DDTHH:MM` is told before the browser has taken over. */
  isoLength: 10 | 16;
}

function Local({ at, form, otherYear = form, isoLength }: Props) {
  const iso = new Date(at).toISOString();
  const [text, setText] = useState(() => {
    const told = iso.slice(0, isoLength).replace('T', ' ');
    return isoLength === 16 ? `${told} UTC` : told;
  });
  useEffect(() => {
    const told = new Date(at).getFullYear() === new Date().getFullYear() ? form : otherYear;
    setText(new Intl.DateTimeFormat(readersForm(document.documentElement.lang), told).format(at));
  }, [at, form, otherYear]);
  return <time dateTime={iso}>{text}</time>;
}

/** The page's language as it is written where the reader is: en-GB of an English page, none of their own of a German one. */
function readersForm(lang: string): string | undefined {
  const [language] = lang.split('-');
  return navigator.languages.find((own) => own.split('-')[0] === language) ?? (lang || undefined);
}
