/** Commands about reviews: with `commentAudit` none is seen before the merchant has read it. */
import { Argument, type Command } from 'commander';
import { decideComment, listForMerchant } from '../catalog/comment-state-store.ts';
import { type CommandContext, onOneLine, whole } from './command.ts';

const states = ['waiting', 'published', 'refused'] as const;
type State = (typeof states)[number];

/** Adds `reviews`. */
export function addReviewCommands(program: Command, context: CommandContext): void {
  const { say } = context;
  const reviews = program
    .command('reviews')
    .description('Lists the newest reviews, publishes them or takes them out of the shop.');

  reviews
    .command('list')
    .description('Lists the newest reviews, or those of one state.')
    .addArgument(new Argument('[state]').choices(states))
    .action(async (state: State | undefined) => {
      const comments = await listForMerchant(context.services.db.read, state ?? null);
      for (const { id, state: is, star, product, nickname, content } of comments) {
        const said = onOneLine(content).slice(0, 60);
        say(
          `${String(id).padStart(6)}  ${is.padEnd(9)}  ${star}/5  ${product}  ${onOneLine(nickname)}: ${said}`,
        );
      }
      if (comments.length === 0) say('No such reviews.');
    });

  for (const [verb, state, what] of [
    ['approve', 'published', 'Publishes reviews.'],
    ['refuse', 'refused', 'Takes reviews out of the shop.'],
  ] as const)
    reviews
      .command(`${verb} <id...>`)
      .description(what)
      .action(async (ids: string[]) => {
        const { db, now } = context.services;
        for (const id of ids.map((text) => whole(text, 1, Number.MAX_SAFE_INTEGER))) {
          const isKnown = await db.transaction((trx) => decideComment(trx, id, state, now()));
          if (!isKnown) throw new Error(`There is no review ${id}.`);
          say(`Review ${id} is ${state}`);
        }
      });
}
