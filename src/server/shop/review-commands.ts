/** Defines the CLI commands for reviews. With `commentAudit`, a review is published only after the merchant approves it. */
import { Argument, type Command } from 'commander';
import { listCommentsForMerchant, moderateComment } from '../catalog/comment-state-store.ts';
import {
  addExamples,
  type CommandContext,
  isoTime,
  jsonOption,
  parseIntegerInRange,
  printResult,
  toTerminalLine,
} from './command.ts';

const states = ['waiting', 'published', 'refused'] as const;
type State = (typeof states)[number];

export function addReviewCommands(program: Command, context: CommandContext): void {
  const { say: printLine } = context;
  const reviews = program
    .command('reviews')
    .summary('List, publish and refuse reviews')
    .description('Lists the newest reviews, publishes them or removes them from the shop.');
  addExamples(reviews, 'reviews list waiting', 'reviews approve 12 13', 'reviews refuse 14');

  reviews
    .command('list')
    .summary('List the newest reviews')
    .description('Lists the 20 newest reviews, or the 20 newest in one state.')
    .addArgument(new Argument('[state]', 'only reviews in this state').choices(states))
    .option(...jsonOption)
    .action(async (state: State | undefined) => {
      const comments = await listCommentsForMerchant(context.services.db.read, state ?? null);
      const lines = comments.map(({ id, state: is, star, product, nickname, content }) => {
        const beginning = toTerminalLine(content).slice(0, 60);
        return `${String(id).padStart(6)}  ${is.padEnd(9)}  ${star}/5  ${product}  ${toTerminalLine(nickname)}: ${beginning}`;
      });
      printResult(
        context,
        comments.map(({ createdAt, ...comment }) => ({ ...comment, created_at: isoTime(createdAt) })),
        lines.length > 0 ? lines : ['No such reviews.'],
      );
    });

  for (const [verb, state, summary, description] of [
    ['approve', 'published', 'Publish reviews', 'Publishes reviews, also refused ones.'],
    [
      'refuse',
      'refused',
      'Refuse reviews',
      'Refuses reviews and removes published ones from the shop. `reviews approve` publishes them again.',
    ],
  ] as const)
    reviews
      .command(`${verb} <id...>`)
      .summary(summary)
      .description(description)
      .action(async (ids: string[]) => {
        const { db, now } = context.services;
        for (const id of ids.map((text) => parseIntegerInRange(text, 1, Number.MAX_SAFE_INTEGER))) {
          const isFound = await db.transaction((trx) => moderateComment(trx, id, state, now()));
          if (!isFound) throw new Error(`There is no review ${id}. \`reviews list\` shows the ids.`);
          printLine(`Review ${id} is ${state}`);
        }
      });
}
