import { useEffect, useRef } from 'react';

interface Props {
  isChecked: boolean;
  /** True if some, but not all, of the lines are selected. */
  isPartly?: boolean;
  isDisabled?: boolean;
  label?: string;
  /** Element id, needed if the label is outside of this component. */
  id?: string;
  onChange: (isChecked: boolean) => void;
}

/** Renders a selection checkbox. It is not part of a form, because the bag stores the selection. */
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
