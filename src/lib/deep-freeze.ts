/** The same type with every nested object and list read-only. */
export type DeepReadonly<Value> = Value extends object
  ? { readonly [Key in keyof Value]: DeepReadonly<Value[Key]> }
  : Value;

/** Deeply freezes a value of plain objects and lists. */
export function deepFreeze<Value>(value: Value): DeepReadonly<Value> {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    for (const part of Object.values(value)) deepFreeze(part);
    Object.freeze(value);
  }
  return value as DeepReadonly<Value>;
}
