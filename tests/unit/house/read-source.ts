/** What a source file exports, imports and names, declaration by declaration. */
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import ts from 'typescript';

/** `name` of an export; `any` is whatever the shop names somewhere, `all` is every one, `none` only runs the file. */
export type Link = { file: string } & (
  | { of: 'name'; name: string; isType?: boolean }
  | { of: 'any' | 'all' | 'none' }
);

/** A piece of code that is used as a whole. */
export interface Part {
  names: Set<string>;
  links: Link[];
}

export interface Source {
  /** Exports: a name of this file, or of another. */
  exports: Map<string, string | Link>;
  /** Files of which it exports everything. */
  passedOn: string[];
  imports: Map<string, Link>;
  /** Declarations by name; types and values may share one. */
  parts: Map<string, Part[]>;
  /** What happens when the file is imported: all that stands outside of declarations. */
  run: Part;
  /** Every name that stands in it. */
  mentioned: Set<string>;
}

/** @param path from the root of the project */
export function readSource(root: string, path: string): Source {
  const text = readFileSync(join(root, path), 'utf8');
  const source: Source = {
    exports: new Map(),
    passedOn: [],
    imports: new Map(),
    parts: new Map(),
    run: { names: new Set(), links: [] },
    mentioned: new Set(),
  };
  const reader = new Reader(root, path, source);
  if (!path.endsWith('.astro')) {
    reader.read(path, text);
    return source;
  }
  // A component is one piece: whoever shows it uses all that stands in it.
  const [, front = '', template = ''] = /^---\n(.*?)\n---(.*)$/s.exec(text) ?? ['', '', text];
  const scripts = [...template.matchAll(/<script\b[^>]*(?<!\/)>(.*?)<\/script>/gs)].map(([, code]) => code);
  reader.read(`${path}.tsx`, [front, ...scripts].join('\n;\n'));
  source.run.names = new Set([...source.imports.keys(), ...source.parts.keys()]);
  for (const name of template.match(/[A-Za-z_$][\w$]*/g) ?? []) source.mentioned.add(name);
  return source;
}

class Reader {
  readonly root: string;
  readonly path: string;
  readonly source: Source;

  constructor(root: string, path: string, source: Source) {
    this.root = root;
    this.path = path;
    this.source = source;
  }

  read(name: string, text: string): void {
    const { statements } = ts.createSourceFile(name, text, ts.ScriptTarget.Latest, true);
    for (const statement of statements) this.#statement(statement);
  }

  #statement(statement: ts.Statement): void {
    const modifiers = ts.getCombinedModifierFlags(statement as unknown as ts.Declaration);
    const isExported = (modifiers & ts.ModifierFlags.Export) !== 0;
    const { name } = statement as { name?: ts.Node };
    if (ts.isImportDeclaration(statement)) this.#import(statement);
    else if (ts.isExportDeclaration(statement)) this.#passOn(statement);
    else if (ts.isExportAssignment(statement)) this.#declare('default', true, statement.expression);
    else if (modifiers & ts.ModifierFlags.Default) this.#declare('default', true, statement);
    else if (ts.isVariableStatement(statement)) {
      for (const declaration of statement.declarationList.declarations) {
        for (const local of namesIn(declaration.name)) this.#declare(local, isExported, declaration);
      }
    } else if (name && ts.isIdentifier(name)) this.#declare(name.text, isExported, statement);
    else this.#collect(statement, this.source.run);
  }

  #declare(local: string, isExported: boolean, content: ts.Node): void {
    const part: Part = { names: new Set(), links: [] };
    this.#collect(content, part);
    // What only calls itself is not used by that.
    part.names.delete(local);
    this.source.parts.set(local, [...(this.source.parts.get(local) ?? []), part]);
    if (isExported) this.source.exports.set(local, local);
  }

  #import({ moduleSpecifier, importClause: clause }: ts.ImportDeclaration): void {
    const { source } = this;
    const file = this.#resolved((moduleSpecifier as ts.StringLiteral).text);
    if (file === null) return;
    const isTypeOnly = clause?.isTypeOnly ?? false;
    if (!isTypeOnly) source.run.links.push({ file, of: 'none' });
    if (clause?.name) source.imports.set(clause.name.text, { file, of: 'name', name: 'default' });
    const bindings = clause?.namedBindings;
    if (bindings && ts.isNamespaceImport(bindings)) {
      source.imports.set(bindings.name.text, { file, of: 'any' });
    } else if (bindings) {
      for (const { name, propertyName, isTypeOnly: isType } of bindings.elements) {
        const link = { name: (propertyName ?? name).text, isType: isTypeOnly || isType };
        source.imports.set(name.text, { file, of: 'name', ...link });
      }
    }
  }

  #passOn({ moduleSpecifier, exportClause: clause, isTypeOnly }: ts.ExportDeclaration): void {
    const { source } = this;
    const file = moduleSpecifier ? this.#resolved((moduleSpecifier as ts.StringLiteral).text) : null;
    if (file !== null && !isTypeOnly) source.run.links.push({ file, of: 'none' });
    if (clause && ts.isNamedExports(clause)) {
      for (const { name, propertyName } of clause.elements) {
        const own = (propertyName ?? name).text;
        source.exports.set(name.text, file === null ? own : { file, of: 'name', name: own });
      }
    } else if (file !== null && clause) source.exports.set(clause.name.text, { file, of: 'any' });
    else if (file !== null) source.passedOn.push(file);
  }

  /** Adds the names and files that a piece of code uses. */
  #collect(node: ts.Node, part: Part): void {
    if (ts.isIdentifier(node)) {
      this.source.mentioned.add(node.text);
      if (isUse(node)) part.names.add(node.text);
    } else if (ts.isStringLiteralLike(node)) {
      this.source.mentioned.add(node.text);
      for (const file of this.#meant(node.text)) {
        part.links.push({ file, of: isImported(node) ? 'any' : 'all' });
      }
    }
    ts.forEachChild(node, (child) => this.#collect(child, part));
  }

  /** Files of this project that a text names: by path, or by a pattern as import.meta.glob takes it. */
  #meant(text: string): string[] {
    if (/^\.{1,2}\/.*\*/.test(text)) return globSync(join(dirname(this.path), text), { cwd: this.root });
    return [this.#resolved(text)].filter((file) => file !== null);
  }

  #resolved(specifier: string): string | null {
    const [, inline] = /^inline:([\w-]+)$/.exec(specifier) ?? [];
    if (inline) return `src/client/inline/${inline}.ts`;
    if (!/^(?:\.{1,2}\/|\/src\/|#)[\w./[\]-]+\.(?:astro|tsx?)$/.test(specifier)) return null;
    const file = specifier.startsWith('.')
      ? join(dirname(this.path), specifier)
      : specifier.replace(/^(?:#|\/src\/)/, 'src/');
    return existsSync(join(this.root, file)) ? file : null;
  }
}

function namesIn(name: ts.BindingName): string[] {
  if (ts.isIdentifier(name)) return [name.text];
  return name.elements.flatMap((element) => (ts.isBindingElement(element) ? namesIn(element.name) : []));
}

/** Whether a text is what `import()` loads, or `import('…')` in a type. */
function isImported({ parent }: ts.Node): boolean {
  if (ts.isCallExpression(parent)) return parent.expression.kind === ts.SyntaxKind.ImportKeyword;
  return ts.isLiteralTypeNode(parent) && ts.isImportTypeNode(parent.parent);
}

/** Whether a name stands for what is declared elsewhere, not for itself or for a field. */
function isUse(node: ts.Identifier): boolean {
  const { parent } = node;
  if (ts.isShorthandPropertyAssignment(parent)) return true;
  if (ts.isPropertyAccessExpression(parent)) return parent.expression === node;
  if (ts.isQualifiedName(parent)) return parent.left === node;
  if (ts.isBindingElement(parent)) return parent.initializer === node;
  return (parent as { name?: ts.Node }).name !== node;
}
