interface Props {
  said: { kind: 'failed' | 'done'; text: string } | null;
  isBusy: boolean;
  label: string;
  isPlain?: boolean;
}

/** What became of the form, and its button. */
export function FormEnd({ said, isBusy, label, isPlain = false }: Props) {
  return (
    <>
      {said && <p className={said.kind === 'failed' ? 'field-error' : 'form-done'}>{said.text}</p>}
      <button
        type="submit"
        className={isPlain ? 'button button-plain' : 'button'}
        aria-busy={isBusy || undefined}
        aria-disabled={isBusy || undefined}
      >
        {label}
      </button>
    </>
  );
}
