import { reportText } from '../../shared/run/report';
import type { ErrorKind } from '../../shared/errors/serviceError';
import { networkFailure } from '../../shared/http/transport';
import { code, list } from '../markdown';

/** The sections of docs/troubleshooting.md. */

/** The part of an error that decides where it is listed. */
export interface Sortable {
  /** Path of the source file. */
  file: string;
  message: string;
  hint: string;
  kind?: string;
}

/** A section of the page. */
export interface Section {
  title: string;
  /** Markdown above the table. */
  about?: string;
  includes: (error: Sortable) => boolean;
}

type Rule = Section['includes'];

const inFolders =
  (...paths: string[]): Rule =>
  ({ file }) =>
    paths.some((one) => file.startsWith(one));

const isOfTrigger = inFolders('shared/triggers/', 'shared/run/runPoll.ts');
const isOfN8n = inFolders('nodes/');
const isOfZapier = inFolders('zapier/');

/** Errors of operations on both platforms. */
const ofOperations =
  (rule: Rule): Rule =>
  (error) =>
    rule(error) && ![isOfTrigger, isOfN8n, isOfZapier].some((other) => other(error));

const ofKinds = (...kinds: ErrorKind[]): Rule =>
  ofOperations(({ kind }) => kinds.some((one) => one === kind));

/** Values that are refused, by the code that refuses them. */
const valuesOf = (...paths: string[]): Rule => {
  const [isRefused, isThere] = [ofKinds('invalidInput'), inFolders(...paths)];
  return (error) => isRefused(error) && isThere(error);
};

/** In the order of the page. The first one that includes an error lists it. */
export const SECTIONS: readonly Section[] = [
  {
    title: 'Connection and key',
    about: `Base URL and API key are in the credential on n8n, and in the connection on Zapier. A message that ends with a reason from the network means:\n\n${networkReasons()}`,
    includes: (error) =>
      ofKinds('wrongKey')(error) ||
      /could not be reached|Base URL/.test(error.message + error.hint),
  },
  {
    title: 'Permissions and plan',
    about:
      '[Which task needs which scopes](../README.md#credentials); the [reference](operations/README.md) lists those of every operation.',
    includes: (error) =>
      ofKinds('missingScope', 'planLimit')(error) || error.hint.includes('allowed to do'),
  },
  {
    title: 'Values for the fields of a template',
    includes: valuesOf('shared/design/routing.ts'),
  },
  {
    title: 'Passes, stamp cards and balances',
    includes: valuesOf(
      'shared/operations/pass/',
      'shared/operations/stampCard/',
      'shared/operations/balance/',
      'shared/operations/delivery.ts',
    ),
  },
  {
    title: 'Templates and images',
    includes: valuesOf(
      'shared/operations/template/',
      'shared/operations/file/',
      'shared/design/',
      'shared/fields/image.ts',
      'shared/fields/file.ts',
      'shared/fields/color.ts',
    ),
  },
  {
    title: 'Badges',
    includes: valuesOf('shared/operations/badge', 'shared/pickers/badges.ts'),
  },
  { title: 'Values of any input', includes: ofKinds('invalidInput') },
  { title: 'Not found and conflicts', includes: ofKinds('notFound', 'conflict') },
  { title: 'Rate limits and outages', includes: ofKinds('rateLimited', 'unavailable') },
  {
    title: 'Unknown results',
    about:
      'The connection broke, or the service failed, after a request was sent, so the service may have processed it. The connector repeats such a request only if that cannot take effect twice. The [reference](operations/README.md#if-the-connection-breaks) states this for every operation.',
    includes: ofKinds('outcomeUnknown'),
  },
  { title: 'Triggers', includes: isOfTrigger },
  {
    title: 'n8n only',
    about: `Confirmation switches must be turned on in the node itself ([Confirmations](../SECURITY.md#confirmations)). If an item stops the node, the description of the error also lists all items by their numbers, counted from 0: ${code(reportExample())} If several items failed, a line for each reason follows, up to ten.`,
    includes: isOfN8n,
  },
  { title: 'Zapier only', includes: isOfZapier },
];

function networkReasons(): string {
  const meanings = {
    ECONNREFUSED: 'nothing accepts connections at this URL',
    ENOTFOUND: 'the URL contains a typo, or the server that runs n8n has no internet access',
    CERT_HAS_EXPIRED: 'the operator of the service has to renew the certificate',
    ETIMEDOUT: 'the service or the network is slow or down',
    ECONNRESET: 'the service or a proxy closed the connection',
  };
  return list(
    Object.entries(meanings).map(
      ([errorCode, meaning]) => `${code(networkFailure({ code: errorCode }).reason)}: ${meaning}`,
    ),
  );
}

function reportExample(): string {
  const done = [0, 1, 2].map((item) => ({ item }));
  return reportText({ done, failed: [3], unknown: [4], notStarted: [5, 6], reasons: [] });
}
