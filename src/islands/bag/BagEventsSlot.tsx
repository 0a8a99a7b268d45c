import type { IslandShopProps } from '#lib/bag/shop-texts.ts';
import { useLazyModule } from '../use-lazy-module.ts';

const loadEvents = () => import('../marketing/BagEvents.tsx');

/** Renders the bag's marketing events (MKT-08) in reserved space. Renders nothing in a shop without events. */
export function BagEventsSlot({ shop }: { shop: IslandShopProps }) {
  const { hasEvents } = shop.bag;
  const { module } = useLazyModule(loadEvents, hasEvents ? 'events' : '');
  if (!hasEvents) return null;
  return module ? <module.BagEvents /> : <div className="events" />;
}
