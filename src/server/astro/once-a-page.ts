/**
 * What a page needs once, however many of its parts ask for it: the script that wakes islands, a component's own script.
 * Parts may be kept from one page to another, so none of them can say whether it is the first to ask. Each leaves a mark
 * in its HTML, and the finished page puts the script where the first mark is.
 */
import { randomUUID } from 'node:crypto';
import type { SSRResult } from 'astro';
import { chunkToString } from 'astro/runtime/server/index.js';

/** Of this process alone, so that no text can bring it along. */
const fence = `\u0001${randomUUID()}\u0001`;

interface ScriptInstruction {
  type: 'script';
  id: string;
  content: string;
}
interface DirectiveInstruction {
  type: 'directive';
  hydration: { directive: string };
}
/** What Astro's own parts ask of the page beside their HTML. */
export type Instruction = ScriptInstruction | DirectiveInstruction | { type: string };

const scripts = new Map<string, string>();

export function isInstruction(chunk: unknown): chunk is Instruction {
  return typeof chunk === 'object' && chunk !== null && 'type' in chunk && typeof chunk.type === 'string';
}

/** HTML in place of an instruction. Within a template element nothing runs, so there each has its own script. */
export function markFor(result: SSRResult, instruction: Instruction): string {
  if (result._metadata.templateDepth > 0) return String(chunkToString(result, instruction as never));
  if (instruction.type === 'directive') {
    return `${fence}directive ${(instruction as DirectiveInstruction).hydration.directive}${fence}`;
  }
  if (instruction.type === 'script') {
    const { id, content } = instruction as ScriptInstruction;
    scripts.set(id, content);
    return `${fence}script ${id}${fence}`;
  }
  return String(chunkToString(result, instruction as never));
}

/** The finished page in pieces, with a script in place of the first of each mark. */
export function settleMarks(result: SSRResult, html: string): string[] {
  const done = new Set<string>();
  const pieces: string[] = [];
  let from = 0;
  for (let at = html.indexOf(fence); at !== -1; at = html.indexOf(fence, from)) {
    const end = html.indexOf(fence, at + fence.length);
    const name = html.slice(at + fence.length, end);
    pieces.push(html.slice(from, at));
    if (!done.has(name)) pieces.push(scriptFor(result, name));
    done.add(name);
    from = end + fence.length;
  }
  pieces.push(html.slice(from));
  return pieces;
}

function scriptFor(result: SSRResult, name: string): string {
  if (name.startsWith('script ')) return scripts.get(name.slice('script '.length)) ?? '';
  return directiveScript(result, name.slice('directive '.length));
}

/** By directive; a page's first one brings along what every island needs. */
const directiveScripts = { first: new Map<string, string>(), further: new Map<string, string>() };

function directiveScript(result: SSRResult, directive: string): string {
  if (!result.clientDirectives.has(directive)) return '';
  const { _metadata: notes } = result;
  const known = notes.hasHydrationScript ? directiveScripts.further : directiveScripts.first;
  let script = known.get(directive);
  if (script === undefined) {
    // Astro itself knows which of its scripts the page has by now.
    const instruction = { type: 'directive', hydration: { directive } };
    script = String(chunkToString(result, Object.assign(instruction, { [renderMark]: true }) as never))
      // A style sheet may not stand in the body: what it says of islands is in styles/base.css.
      .replace(/^<style>[^<]*<\/style>/, '');
    known.set(directive, script);
  }
  notes.hasHydrationScript = true;
  return script;
}

const renderMark = Symbol.for('astro:render');
