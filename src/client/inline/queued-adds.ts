/** Stands right after the product's form: it hears the first click. */
import { queueAdds } from '../queued-adds.ts';

queueAdds(document.querySelector<HTMLFormElement>('#buy')!);
