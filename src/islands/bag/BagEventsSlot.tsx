import type { IslandShopProps } from '#lib/bag/shop-texts.ts';
import { useLazyModule } from '../use-lazy-module.ts';

const loadEvents = () => import('../marketing/BagEvents.tsx');

/** Renders the bag's marketing events (MKT-08) and reserves their space while they load. Renders nothing if the shop has no events. */
export function BagEventsSlot({ shop }: { shop: IslandShopProps }) {
  const { hasEvents } = shop.bag;
  const { module } = useLazyModule(loadEvents, hasEvents ? 'events' : '');
  if (!hasEvents) return null;
  return module ? <module.BagEvents /> : <div className="events" />;
}
