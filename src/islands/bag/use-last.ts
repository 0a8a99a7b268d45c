import { useRef } from 'react';

/** What was known last, so that nothing jumps while it is asked for anew. @param value null while it is not known */
export function useLast<Value>(value: Value | null): Value | null {
  const last = useRef(value);
  if (value !== null) last.current = value;
  return value ?? last.current;
}
