/** What a run knows of the passes of one template: a question for each of these objects. */

import type { ServiceClient } from '../../http/client';
import type { FetchPage } from '../scanPasses';
import { Claims } from './claims';
import { ListReader } from './listReader';
import { NamedPasses } from './namedPasses';
import { PassList } from './passList';
import { RowFinder } from './rowFinder';

export interface TemplatePasses {
  templateId: string;
  /** Which passes are the items about? Name them before the list is read, so that one reading finds them all. */
  named: NamedPasses;
  /** What does the list say as a whole? */
  list: PassList;
  /** What does the list say of one pass? */
  rowFinder: RowFinder;
  /** What may the run issue without a lookup, and what has it issued? */
  claims: Claims;
  /** Reads the list for all of them. */
  reader: ListReader;
  /** When the run began to ask, ms of the monotonic clock. */
  startedAtMs: number;
}

/** @param fetchPage reads the list of the template */
export function templatePasses(
  client: ServiceClient,
  templateId: string,
  fetchPage: FetchPage,
): TemplatePasses {
  const named = new NamedPasses();
  const reader = new ListReader(fetchPage, named, client.clock);
  const list = new PassList(reader, named);
  return {
    templateId,
    named,
    list,
    rowFinder: new RowFinder(reader, named),
    claims: new Claims(list, reader, named),
    reader,
    startedAtMs: client.clock.monotonicMs(),
  };
}
