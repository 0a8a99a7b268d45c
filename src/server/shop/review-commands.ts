/** Commands about reviews: with `commentAudit` none is seen before the merchant has read it. */
import { decideComment, listForMerchant } from '../catalog/comment-state-store.ts';
import { BadUsage, type Call, type Command, onOneLine, whole } from './command.ts';

const states = ['waiting', 'published', 'refused'] as const;

async function list({ services, say }: Call, wanted: string[]): Promise<boolean> {
  const [word] = wanted;
  const state = states.find((known) => known === word) ?? null;
  if (wanted.length > 1 || (word !== undefined && state === null))
    throw new BadUsage(`"${wanted.join(' ')}" is not one of ${states.join(', ')}.`);
  const comments = await listForMerchant(services.db.read, state);
  for (const { id, state: is, star, product, nickname, content } of comments) {
    const said = onOneLine(content).slice(0, 60);
    say(`${String(id).padStart(6)}  ${is.padEnd(9)}  ${star}/5  ${product}  ${onOneLine(nickname)}: ${said}`);
  }
  if (comments.length === 0) say('No such reviews.');
  return true;
}

async function decide({ services, say }: Call, what: string, ids: string[]): Promise<boolean> {
  if (ids.length === 0) throw new BadUsage('The number of a review is missing.');
  const state = what === 'approve' ? 'published' : 'refused';
  for (const id of ids.map((text) => whole(text, 1, Number.MAX_SAFE_INTEGER))) {
    const isKnown = await services.db.transaction((trx) => decideComment(trx, id, state, services.now()));
    if (!isKnown) throw new Error(`There is no review ${id}.`);
    say(`Review ${id} is ${state}`);
  }
  return true;
}

export const reviewCommands: Record<string, Command> = {
  reviews: {
    usage: 'reviews list [waiting|published|refused] | approve ID… | refuse ID…',
    summary: 'Lists the newest reviews, publishes them or takes them out of the shop.',
    run: async (call) => {
      const [what, ...rest] = call.words;
      if (what === 'list') return list(call, rest);
      if (what === 'approve' || what === 'refuse') return decide(call, what, rest);
      throw new BadUsage(`"${what ?? ''}" is neither list, approve nor refuse.`);
    },
  },
};
