/** Values that several readers share. */

/** The same type with every object and list in it read-only. */
export type Frozen<Value> = Value extends object
  ? { readonly [Key in keyof Value]: Frozen<Value[Key]> }
  : Value;

/** Freezes a value of plain objects and lists, and all that is in it. */
export function frozen<Value>(value: Value): Frozen<Value> {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    for (const part of Object.values(value)) frozen(part);
    Object.freeze(value);
  }
  return value as Frozen<Value>;
}
