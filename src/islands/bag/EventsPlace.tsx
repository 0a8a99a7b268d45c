import type { IslandShop } from '#lib/bag/shop-texts.ts';
import { usePart } from '../use-part.ts';

const loadEvents = () => import('../marketing/BagEvents.tsx');

/** Renders the bag's marketing events (MKT-08) in reserved space. Renders nothing in a shop without events. */
export function EventsPlace({ shop }: { shop: IslandShop }) {
  const { hasEvents } = shop.bag;
  const { module } = usePart(loadEvents, hasEvents ? 'events' : '');
  if (!hasEvents) return null;
  return module ? <module.BagEvents /> : <div className="events" />;
}
