import { quoted } from '../../service/text';
import type { EndedRun, Finding } from './finding';

/** Phone numbers that no pass has, and in which forms they were searched. */
export function findPhonesNotFound({ context }: EndedRun): Finding | undefined {
  const lines = context.notes.phonesNotFound.map(
    (forms) =>
      `No pass has the phone number ${forms.map(quoted).join(' or ')}. The service finds a number only as it is stored with the pass, e.g. with its country code.`,
  );
  return lines.length === 0 ? undefined : { about: 'phonesNotFound', items: [], lines };
}
