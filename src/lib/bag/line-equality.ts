/** When two lines are the same, and when two bundles have the same contents. Pure. */
import { type CustomizedOption, isGift, type Line, type NameValue, unitOf } from './line.ts';

/** Same variant, code, group, custom props, gift flag and customised options (LINE-08); their order does not matter. */
export function isSameLine(a: Line, b: Line): boolean {
  return (
    a.sku_id === b.sku_id &&
    a.code === b.code &&
    a.group === b.group &&
    isGift(a) === isGift(b) &&
    propsKey(a.custom_props) === propsKey(b.custom_props) &&
    optionsKey(a.customizedOptions) === optionsKey(b.customizedOptions)
  );
}

/** Same variants, pieces per set and customisation, whatever the number of sets (LINE-17). */
export function hasSameContents(a: readonly Line[], b: readonly Line[]): boolean {
  const contents = (lines: readonly Line[]) =>
    lines
      .map((line) => [
        line.sku_id,
        unitOf(line),
        propsKey(line.custom_props),
        optionsKey(line.customizedOptions),
      ])
      .map((entry) => JSON.stringify(entry))
      .sort()
      .join();
  return contents(a) === contents(b);
}

function propsKey(props: readonly NameValue[]): string {
  return JSON.stringify(props.map(({ name, value }) => [name, value].join('\n')).sort());
}

function optionsKey(options: readonly CustomizedOption[]): string {
  return JSON.stringify(options.map(({ type, name, value }) => [type, name, value].join('\n')).sort());
}
