/** Commands that take products, collections, articles and pages out of the shop. */
import type { Command } from 'commander';
import { didYouMean } from '../core/nearest-name.ts';
import type { Services } from '../core/services.ts';
import type { CommandContext } from './command.ts';
import { type DeletableKind, deleteThing, describeDeletion } from './delete-things.ts';

const tables = {
  product: 'products',
  collection: 'collections',
  article: 'articles',
  page: 'pages',
} as const satisfies Record<DeletableKind, string>;

const kept: Partial<Record<DeletableKind, string>> = {
  product: 'Those that orders name are unpublished instead.',
  collection: 'Their products stay. Those that a promotion of orders names are unpublished instead.',
};

/** Adds `products delete` and the like. */
export function addDeleteCommands(program: Command, context: CommandContext): void {
  for (const kind of Object.keys(tables) as DeletableKind[])
    program
      .command(tables[kind])
      .description([`Deletes ${tables[kind]} by handle, all or none.`, kept[kind]].filter(Boolean).join(' '))
      .command('delete <handle...>')
      .action(async (handles: string[]) => {
        const { services, say } = context;
        const unique = [...new Set(handles)];
        await refuseUnknown(services, kind, unique);
        const lines = await services.db.transaction(async (trx) => {
          const done: string[] = [];
          for (const handle of unique)
            done.push(describeDeletion(kind, handle, await deleteThing(trx, kind, handle, services.now())));
          return done.filter(Boolean);
        });
        for (const line of lines) say(line);
      });
}

/** @throws Error that names every handle that the shop does not have; nothing is deleted then */
async function refuseUnknown({ db }: Services, kind: DeletableKind, handles: string[]): Promise<void> {
  const rows =
    kind === 'product'
      ? await db.read.selectFrom('products').select('handle').where('deleted_at', 'is', null).execute()
      : await db.read
          .selectFrom(tables[kind] as 'pages')
          .select('handle')
          .execute();
  const known = rows.map((row) => row.handle);
  const unknown = handles.filter((handle) => !known.includes(handle));
  if (unknown.length === 0) return;
  const lines = unknown.map((handle) => `There is no ${kind} "${handle}"${didYouMean(handle, known)}`);
  throw new Error([...lines, 'Nothing was deleted.'].join('\n'));
}
