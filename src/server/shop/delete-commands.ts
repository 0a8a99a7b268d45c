/** Defines the CLI commands that delete products, collections, articles and pages. */
import type { Command } from 'commander';
import { didYouMean } from '../core/nearest-name.ts';
import type { Services } from '../core/services.ts';
import { addExamples, type CommandContext } from './command.ts';
import { type DeletableKind, deleteContent, describeDeletion } from './delete-content.ts';

const tables = {
  product: 'products',
  collection: 'collections',
  article: 'articles',
  page: 'pages',
} as const satisfies Record<DeletableKind, string>;

const exceptions: Partial<Record<DeletableKind, string>> = {
  product: 'Products in orders are unpublished instead.',
  collection:
    'Their products stay in the shop. Collections of a promotion that orders used are unpublished instead.',
};

/** Adds a `delete` command for products, collections, articles and pages. */
export function addDeleteCommands(program: Command, context: CommandContext): void {
  for (const kind of Object.keys(tables) as DeletableKind[]) {
    const description = [
      `Deletes ${tables[kind]} by handle. If one handle does not exist, nothing is deleted.`,
      exceptions[kind],
    ];
    const group = program
      .command(tables[kind])
      .helpGroup(kind === 'product' || kind === 'collection' ? 'Catalogue:' : 'Store files:')
      .summary(`Delete ${tables[kind]}`)
      .description(description.filter(Boolean).join(' '));
    const command = group
      .command('delete <handle...>')
      .summary(`Delete ${tables[kind]} by handle`)
      .description(description.filter(Boolean).join(' '))
      .action(async (handles: string[]) => {
        const { services, say: printLine } = context;
        const unique = [...new Set(handles)];
        await refuseUnknown(services, kind, unique);
        const lines = await services.db.transaction(async (trx) => {
          const done: string[] = [];
          for (const handle of unique)
            done.push(describeDeletion(kind, handle, await deleteContent(trx, kind, handle, services.now())));
          return done.filter(Boolean);
        });
        for (const line of lines) printLine(line);
      });
    addExamples(command, `${tables[kind]} delete old-handle`);
  }
}

/** Checks that all handles exist. @throws Error that lists every unknown handle */
async function refuseUnknown({ db }: Services, kind: DeletableKind, handles: string[]): Promise<void> {
  const rows =
    kind === 'product'
      ? await db.read.selectFrom('products').select('handle').where('deleted_at', 'is', null).execute()
      : await db.read
          .selectFrom(tables[kind] as 'pages')
          .select('handle')
          .execute();
  const existing = rows.map((row) => row.handle);
  const unknown = handles.filter((handle) => !existing.includes(handle));
  if (unknown.length === 0) return;
  const lines = unknown.map((handle) => `There is no ${kind} "${handle}"${didYouMean(handle, existing)}`);
  throw new Error([...lines, 'Nothing was deleted.'].join('\n'));
}
