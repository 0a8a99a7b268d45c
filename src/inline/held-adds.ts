/** Stands right after the product's form: it hears the first click. */
import { keepHeldAdds } from '../lib/forms/held-adds.ts';

keepHeldAdds(document.querySelector<HTMLFormElement>('#buy')!);
