/**
 * What compiled `.astro` files call, in place of Astro's own (integration.ts puts it there when pages are built). The
 * same HTML, but a component is a string when it is called: no objects for every brace and attribute, which are
 * walked again and collected as garbage (decision 0086). Islands and everything rare are left to Astro.
 */
import type { SSRResult } from 'astro';
import * as astro from 'astro/runtime/server/index.js';
import { aroundSlot, mayKeep } from './islands.ts';
import {
  asWritten,
  awaited,
  escapeText,
  htmlOf,
  isPromise,
  Markup,
  template,
  type Writes,
} from './markup.ts';
import { type Instruction, isInstruction, markFor } from './once-a-page.ts';

export {
  createAstro,
  createComponent,
  createTransitionScope,
  defineScriptVars,
  defineStyleVars,
  Fragment,
  mergeSlots,
  renderTransition,
  spreadAttributes,
} from 'astro/runtime/server/index.js';
export { template as render };

type Slot = (result: SSRResult) => unknown;
type Slots = Record<string, Slot>;
type Factory = ((result: SSRResult, props: object, slots: Slots) => unknown) & {
  isAstroComponentFactory?: boolean;
};
type Rendered = Markup | Promise<Markup>;

const empty = new Markup('');

/** A component: of Astro's kind at once, any other by Astro. */
export function renderComponent(
  result: SSRResult,
  name: string,
  component: Factory,
  props: object,
  slots: Slots = {},
): Rendered {
  if (component?.isAstroComponentFactory) return finished(result, component(result, props, slots));
  if (component === (astro.Fragment as unknown)) return renderSlot(result, slots.default);
  return island(result, name, component, props, slots);
}

function island(
  result: SSRResult,
  name: string,
  component: Factory,
  props: object,
  slots: Slots,
  filled?: Markup,
): Rendered {
  const byAstro = (own: Slots) =>
    finished(result, astro.renderComponent(result, name, component as never, props, own as never));
  const { default: slot, ...others } = slots;
  // Elements whose name is chosen by the page come as a text.
  if (!slot || typeof component !== 'function' || Object.keys(others).length > 0 || !mayKeep(result, name))
    return byAstro(slots);
  const content = filled ?? renderSlot(result, slot);
  if (isPromise(content)) {
    return awaited(content.then((html) => island(result, name, component, props, slots, html)));
  }
  if (content.html.trim() === '') return byAstro(slots);
  const write = async (mark: Markup) => byAstro({ default: () => mark });
  return aroundSlot(result, name, component, props as Record<string, unknown>, content, write);
}

/** What stands in a component's slot, or else its fallback. */
export function renderSlot(result: SSRResult, slot: Slot | undefined, fallback?: Slot): Rendered {
  const filled = slot ?? fallback;
  return filled ? finished(result, typeof filled === 'function' ? filled(result) : filled) : empty;
}

/** Anything a component or slot may give, as HTML. */
function finished(result: SSRResult, given: unknown): Rendered {
  if (given instanceof Markup) return given;
  if (isPromise(given)) return awaited(given.then((value) => finished(result, value)));
  if (typeof given === 'object' && given !== null && 'render' in given) {
    return collected(result, given as Writes);
  }
  const html = htmlOf(given);
  return typeof html === 'string' ? new Markup(html) : awaited(html.then((later) => new Markup(later)));
}

function collected(result: SSRResult, part: Writes): Rendered {
  let html = '';
  const end = part.render({
    write(chunk) {
      html += chunkHtml(result, chunk);
    },
  });
  return isPromise(end) ? awaited(end.then(() => new Markup(html))) : new Markup(html);
}

function chunkHtml(result: SSRResult, chunk: unknown): string {
  return isInstruction(chunk)
    ? markFor(result, chunk)
    : asWritten(String(astro.chunkToString(result, chunk as never)));
}

export function renderHead(result: SSRResult): Markup {
  return new Markup(String(astro.chunkToString(result, astro.renderHead() as never)));
}

/** Astro's place for the head where a page has none of its own; ours all have. */
export function maybeRenderHead(): string {
  return '';
}

const scripts = new Map<string, Instruction>();

/** A component's `<script>`. Where it lies is known since the build, so it is asked for once. */
export function renderScript(result: SSRResult, id: string): Rendered {
  const known = scripts.get(id);
  if (known) return new Markup(markFor(result, known));
  const depth = result._metadata.templateDepth;
  return astro.renderScript(result, id).then((instruction) => {
    scripts.set(id, instruction as unknown as Instruction);
    const now = result._metadata.templateDepth;
    result._metadata.templateDepth = depth;
    const html = markFor(result, instruction as unknown as Instruction);
    result._metadata.templateDepth = now;
    return new Markup(html);
  });
}

export function templateEnter(result: SSRResult): string {
  result._metadata.templateDepth += 1;
  return '';
}

export function templateExit(result: SSRResult): string {
  result._metadata.templateDepth -= 1;
  return '';
}

/** How Astro writes an attribute: with its value whatever it is, by its name alone where it is true, or in a way of its own. */
interface Kind {
  way: 'value' | 'name' | 'own';
  /** Its name with what stands before and after. */
  start: string;
}
const kinds = new Map<string, Kind>();

/** Found out once for each name, and templates have only so many. */
function kindOf(name: string): Kind {
  const known = kinds.get(name);
  if (known) return known;
  const [text, yes, no] = ['x', true, false].map((value) => String(astro.addAttribute(value, name)));
  let way: Kind['way'] = 'own';
  if (text === ` ${name}="x"` && yes === ` ${name}="true"`) way = 'value';
  else if (yes === ` ${name}` && no === '') way = 'name';
  const kind = { way, start: way === 'name' ? ` ${name}` : ` ${name}="` };
  kinds.set(name, kind);
  return kind;
}

export function addAttribute(value: unknown, name: string, escapes = true, tag = ''): Markup | '' {
  if (value === null || value === undefined) return '';
  const { way, start } = kindOf(name);
  if (way === 'value' && typeof value === 'number') return new Markup(`${start}${value}"`);
  if (way === 'value' && typeof value === 'string' && value !== '' && escapes) {
    return new Markup(`${start}${escapeText(value)}"`);
  }
  if (way === 'name' && typeof value === 'boolean' && tag === '') return value ? new Markup(start) : '';
  return new Markup(asWritten(String(astro.addAttribute(value, name, escapes, tag))));
}

/** HTML that is to stay as it is: `set:html`. */
export function unescapeHTML(value: unknown): unknown {
  return typeof value === 'string' ? new Markup(asWritten(value)) : astro.unescapeHTML(value as never);
}
