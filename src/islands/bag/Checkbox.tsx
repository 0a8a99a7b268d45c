import { useEffect, useRef } from 'react';

interface Props {
  isChecked: boolean;
  /** Some of the lines it covers are selected. */
  isPartly?: boolean;
  isDisabled?: boolean;
  label?: string;
  /** For an external label. */
  id?: string;
  onChange: (isChecked: boolean) => void;
}

/** Renders a checkbox. It belongs to no form: the bag stores the selection. */
export function Checkbox({ isChecked, isPartly = false, isDisabled = false, label, id, onChange }: Props) {
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
