import { useEffect, useRef } from 'react';

interface Props {
  isChecked: boolean;
  /** Some of what it stands for is chosen. */
  isPartly?: boolean;
  isDisabled?: boolean;
  label?: string;
  /** For a label beside it. */
  id?: string;
  onChange: (isChecked: boolean) => void;
}

/** A box to tick. Not a field of any form: the bag stores the choice. */
export function Check({ isChecked, isPartly = false, isDisabled = false, label, id, onChange }: Props) {
  const box = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (box.current) box.current.indeterminate = isPartly;
  }, [isPartly]);
  return (
    <input
      ref={box}
      id={id}
      type="checkbox"
      className="bag-check"
      checked={isChecked}
      disabled={isDisabled}
      aria-label={label}
      onChange={(event) => onChange(event.currentTarget.checked)}
    />
  );
}
