import { useEffect, useMemo, useRef, useState } from 'react';
import { api } from '#client/api/api.ts';
import type { ResponseData } from '#lib/contract/endpoint.ts';
import type { Endpoints } from '#lib/contract/table.ts';
import type { AddressInput } from '#lib/contract/wire-address.ts';
import { createSuggestionFetcher } from '#lib/forms/suggest.ts';
import { randomId } from '#lib/random-id.ts';
import { Field } from './Field.tsx';
import { usePageTexts } from './texts.ts';

type Suggestion = ResponseData<Endpoints['GET /api/v1/google-map']>[number];

interface AddressLineProps {
  name: string;
  autoComplete: string;
  value: string;
  country: string;
  error: string | undefined;
  onType(value: string): void;
  onLeave(): void;
  onPick(address: AddressInput): void;
}

/** Renders the street field with address suggestions (CHK-19), as an ARIA combobox. */
export function AddressLine(props: AddressLineProps) {
  const { name, autoComplete, value, country, error, onType, onLeave, onPick } = props;
  const texts = usePageTexts();
  const [found, setFound] = useState<Suggestion[]>([]);
  const [active, setActive] = useState(-1);
  /** Session token: the address provider counts all requests with this token, from the first letter to the selection, as one search. */
  const session = useRef(randomId());
  const suggestions = useMemo(
    () =>
      createSuggestionFetcher<Suggestion>(
        async (input, signal) => {
          const country_code = country === '' ? undefined : country;
          const query = { input, country_code, session_token: session.current };
          const answer = await api('GET /api/v1/google-map', { query }, { signal });
          return answer.code === 0 ? (answer.data ?? []).slice(0, 5) : [];
        },
        (items) => {
          setFound(items);
          setActive(-1);
        },
      ),
    [country],
  );
  useEffect(() => suggestions.stop, [suggestions]);

  const close = () => {
    suggestions.stop();
    setFound([]);
  };

  async function pick({ place_id }: Suggestion): Promise<void> {
    close();
    const session_token = session.current;
    session.current = randomId();
    const answer = await api('GET /api/v1/google-map/detail', { query: { place_id, session_token } });
    if (answer.code === 0 && answer.data) onPick(answer.data);
  }

  function press(event: React.KeyboardEvent): void {
    if (found.length === 0) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) setActive((active + step + found.length + (active < 0 && step < 0 ? 1 : 0)) % found.length);
    else if (event.key === 'Escape') close();
    else if (event.key === 'Enter' && found[active]) void pick(found[active]);
    else return;
    event.preventDefault();
  }

  return (
    <div className="suggest">
      <Field
        name={name}
        label={texts.address}
        autoComplete={autoComplete}
        required
        maxLength={255}
        defaultValue={value}
        error={error}
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={found.length > 0}
        aria-controls={`${name}-suggestions`}
        aria-activedescendant={active >= 0 ? `${name}-suggestion-${active}` : undefined}
        onInput={(event) => {
          onType(event.currentTarget.value);
          suggestions.typed(event.currentTarget.value);
        }}
        onKeyDown={press}
        onBlur={() => {
          close();
          onLeave();
        }}
      />
      <div
        id={`${name}-suggestions`}
        className="suggestions"
        role="listbox"
        aria-label={texts.addresses}
        hidden={found.length === 0}
      >
        {found.map((suggestion, index) => (
          <div
            key={suggestion.place_id}
            id={`${name}-suggestion-${index}`}
            className="suggestion"
            role="option"
            tabIndex={-1}
            aria-selected={index === active}
            onMouseDown={(event) => {
              event.preventDefault();
              void pick(suggestion);
            }}
          >
            {suggestion.description}
          </div>
        ))}
        {found[0]?.attribution && (
          <p className="suggestions-by small quiet" translate="no" aria-hidden="true">
            {found[0].attribution}
          </p>
        )}
      </div>
    </div>
  );
}
