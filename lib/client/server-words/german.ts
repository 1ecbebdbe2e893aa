import book from './de.json';
import { translatorOf } from './translate';

/** What the server says, in German; what is not known stays as it is. */
export const inGerman = translatorOf(book);
