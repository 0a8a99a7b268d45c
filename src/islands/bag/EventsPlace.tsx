import type { IslandShop } from '#lib/bag/shop-texts.ts';
import { usePart } from '../use-part.ts';

const loadEvents = () => import('../marketing/BagEvents.tsx');

/** Where the bag's marketing events stand (MKT-08); their height is reserved until they arrive. Nothing in a shop without any. */
export function EventsPlace({ shop }: { shop: IslandShop }) {
  const { hasEvents } = shop.bag;
  const { module } = usePart(loadEvents, hasEvents ? 'events' : '');
  if (!hasEvents) return null;
  return module ? <module.BagEvents /> : <div className="events" />;
}
