import { isApiProblem } from './api-problem';

/** What the server says of a field of a form that it refused; null when nothing. @param path of the field, as sent */
export function fieldSentence(error: unknown, path: string): string | null {
  return isApiProblem(error) ? (error.fields.find((field) => field.path === path)?.sentence ?? null) : null;
}
