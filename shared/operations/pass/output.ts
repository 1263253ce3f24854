/** Passes of the service as outputs. */

import { isInstalled, passStatus } from '../../service/passStatus';
import type { PassLinks, PassRow } from '../../service/schemas';
import { WALLET_A, WALLET_B } from '../../service/vocabulary';
import { type Output, toOutput } from '../../fields/output';
import type { Design } from '../../design/fields';
import { withoutCopies } from '../../design/rowValues';
import { settle } from '../../errors/serviceError';
import { compact, omit } from '../../runtime/records';
import type { Context } from '../context';
import { passFields } from './outputFields';

/**
 * Output of the links and install state from `POST /pass` and `GET /pass`. The service's `badge`
 * contains the button images.
 */
export function linksOutput({ pass, badge, ...links }: PassLinks): Output {
  return toOutput(
    {
      link: links.link,
      externalId: links.externalId,
      id: links.id,
      walletALink: pass?.[WALLET_A],
      walletBLink: pass?.[WALLET_B],
      walletAButton: badge?.[WALLET_A],
      walletBButton: badge?.[WALLET_B],
      deviceCount: links.deviceCount,
      installed: links.deviceCount === undefined ? undefined : links.deviceCount > 0,
      templateName: links.template?.name,
    },
    {},
  );
}

/**
 * Output of a row in a list or search: all columns of the service, plus install
 * state and status.
 * @param design of its template, if known
 * @param now epoch ms
 */
function rowOutput(row: PassRow, design: Design | undefined, now: number): Output {
  const status = passStatus(row, now);
  const { templateFields, customFields } = row;
  const listed = hasNoStamps(row, design) ? omit(row, 'collectedStamps') : row;
  return toOutput(
    {
      ...listed,
      templateFields: withoutCopies(templateFields, customFields ?? {}),
      status,
      installed: isInstalled(row),
    },
    passFields,
  );
}

/** The service lists 0 stamps for cards that collect none, too. */
function hasNoStamps({ collectedStamps }: PassRow, design: Design | undefined): boolean {
  return collectedStamps === 0 && design !== undefined && design.stampCount === undefined;
}

/** {@link rowOutput} of rows that were just read, with the name of their template: one request per run. */
export async function rowOutputs(
  { client, templates }: Pick<Context, 'client' | 'templates'>,
  rows: readonly PassRow[],
): Promise<Output[]> {
  const now = client.clock.now();
  const outputs: Output[] = [];
  for (const row of rows) {
    const templateName = await templates.name(row.templateId);
    const design = templateName === undefined ? undefined : await templates.design(row.templateId);
    outputs.push(compact({ ...rowOutput(row, design, now), templateName }));
  }
  return outputs;
}

/** Output of a pass with its links and, if known, its list row. A row without stamps costs one request per run, for the design of its template. */
export async function passOutput(
  { client, templates }: Pick<Context, 'client' | 'templates'>,
  links: PassLinks | undefined,
  row?: PassRow,
): Promise<Output> {
  const { templateId, collectedStamps } = row ?? {};
  // A template that cannot be read must not hold the pass back.
  const read =
    templateId && collectedStamps === 0 ? await settle(templates.design(templateId)) : undefined;
  return {
    ...(row && rowOutput(row, read?.value, client.clock.now())),
    ...(links && linksOutput(links)),
  };
}
