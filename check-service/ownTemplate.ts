/**
 * The template that `--write` creates for its passes, and removes. It is recognized by its name and by a field of its
 * design, so that the next run also removes what a killed one has not.
 */
import { objectIn, readPage, textOf } from './facts';
import { type Row, rowsIn } from './outcome';
import type { Service } from './service';
import { UNKNOWN } from './statements';

const NAME = /^Service check \d{4}-\d\d-\d\d$/;
const MARKER = 'serviceCheckMarker';
/** Of every pass that `--write` issues. */
export const EXTERNAL_ID = 'service-check-';
export const PASSES = 5;
/** A field that the designer added, for values. */
export const FIELD = 'checkField';
export const STAMP_COUNT = 8;
const MOST_PAGES = 20;

/** The body of `POST /templates`: a loyalty card with stamps and a balance. */
export function ownTemplate(now: Date): object {
  const field = (id: string, label: string) => ({ id, label });
  return {
    name: `Service check ${now.toISOString().slice(0, 10)}`,
    type: 'loyalty',
    pass: {
      useStampCollection: true,
      stampCount: STAMP_COUNT,
      header: field('balance', 'Balance'),
      rows: [[field('accountName', 'Name'), field(FIELD, 'Check')]],
      linkRows: [field(MARKER, 'Made by npm run check:service, which deletes it')],
    },
  };
}

export interface Removal {
  removed: number;
  kept: number;
  /** Whether the templates could be searched for others. */
  isListed: boolean;
}

/**
 * Removes the templates of this and of earlier runs with their passes.
 * @param created the ID of this run's, if it was returned
 */
export async function removeOwnTemplates(service: Service, created?: string): Promise<Removal> {
  const listed = await listedOwn(service).catch(() => undefined);
  const ids = new Set([...(listed ?? []), ...(created === undefined ? [] : [created])]);
  let removed = 0;
  for (const id of ids) if (await isRemoved(service, id)) removed += 1;
  return { removed, kept: ids.size - removed, isListed: listed !== undefined };
}

/** 404: a run before, or a request whose response was lost, has deleted it. */
async function isRemoved(service: Service, id: string): Promise<boolean> {
  const request = `DELETE /templates/${encodeURIComponent(id)}?force=true`;
  for (const wait of [0, 1000, 5000]) {
    if (wait > 0) await service.pause(wait);
    const status = await service.send(request).then(
      (answer) => answer.status,
      () => 0,
    );
    if ((status >= 200 && status < 300) || status === 404) return true;
  }
  return false;
}

/** Why `--write` could not remove what it creates; `undefined` if nothing speaks against it. */
export async function whyNotDeletable(service: Service): Promise<string | undefined> {
  const answer = await service.send(`DELETE /templates/${UNKNOWN}`);
  return answer.status === 404
    ? undefined
    : `the key can't delete templates: ${service.shown(answer)}`;
}

/** Whether a template has the name and the marker of a check. */
export function isOwnTemplate({ name, pass }: Row): boolean {
  return NAME.test(textOf(name)) && JSON.stringify(pass ?? '').includes(MARKER);
}

/** Templates with the name, the marker and no pass but those of a check. */
async function listedOwn(service: Service): Promise<string[]> {
  const own: string[] = [];
  let cursor = '';
  for (let page = 0; page < MOST_PAGES; page += 1) {
    const after = cursor === '' ? '' : `&starting_after=${encodeURIComponent(cursor)}`;
    const body = objectIn(await service.read(`GET /templates?limit=100${after}`));
    for (const { id } of rowsIn(body.data).filter(isOwnTemplate)) {
      if (await hasOwnPassesOnly(service, textOf(id))) own.push(textOf(id));
    }
    cursor = textOf(body.next_cursor);
    if (body.has_more !== true || cursor === '') break;
  }
  return own;
}

async function hasOwnPassesOnly(service: Service, id: string): Promise<boolean> {
  const { rows } = await readPage(service, id, { limit: PASSES + 1 });
  return (
    rows.length <= PASSES &&
    rows.every(({ externalId }) => textOf(externalId).startsWith(EXTERNAL_ID))
  );
}
