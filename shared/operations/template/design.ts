import type { InputOf } from '../../fields';
import { invalidInput, isFailure } from '../../http/failures';
import { designChanges, IMAGE_KEYS } from '../../service/designChanges';
import { readDesign } from '../../service/design';
import type { Design } from '../../service/design';
import { fileIdOf } from '../file/calls';
import type { OperationContext } from '../operation';
import type { designInputs } from './inputs';

export type DesignInputs = InputOf<typeof designInputs>;

/**
 * The `pass` object for a request, images uploaded on the way.
 * @param templateId of the template that is changed, whose fields keep their IDs; none when creating
 */
export async function designObject(
  context: OperationContext,
  input: DesignInputs,
  templateId?: string,
): Promise<Record<string, unknown>> {
  const changes = designChanges(input, await currentDesign(context, input, templateId));
  return { ...changes, ...(await images(context, input, templateId)) };
}

/** What can be refused before anything is uploaded or sent. */
export function checkDesign(input: DesignInputs): void {
  designChanges(input, undefined);
  const own = input.stampCount !== undefined && input.stampCount > 0;
  if (own && (input.stamp === undefined) !== (input.hero === undefined)) {
    throw invalidInput(
      input.stamp ? 'Hero Image' : 'Stamp Image',
      input.stamp ? 'hero' : 'stamp',
      'is missing',
      'Give hero and stamp image together, or neither: the service brings its own.',
    );
  }
}

/** Only read where an ID may have to be kept; without the scope IDs follow from the labels. */
async function currentDesign(
  { templates }: OperationContext,
  { rows, linkRows, headerLabel }: DesignInputs,
  templateId: string | undefined,
): Promise<Design | undefined> {
  const fieldsChange = rows.length > 0 || linkRows.length > 0 || headerLabel !== undefined;
  if (templateId === undefined || !fieldsChange) return undefined;
  return await templates.get(templateId).then(readDesign, (thrown: unknown) => {
    if (isFailure(thrown, 'missingScope')) return undefined;
    throw thrown;
  });
}

async function images(
  { client }: OperationContext,
  input: DesignInputs,
  templateId: string | undefined,
): Promise<Record<string, { fileId: string }>> {
  const slots = await Promise.all(
    IMAGE_KEYS.map(async (key) => {
      const source = input[key];
      if (source === undefined) return [];
      const options = { purpose: `template_${key}`, templateId, label: `${key} image`, key };
      return [[key, { fileId: await fileIdOf(client, source, options) }] as const];
    }),
  );
  return Object.fromEntries(slots.flat());
}
