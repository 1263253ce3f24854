import type { InputOf } from '../../fields';
import { invalidInput, isFailure } from '../../http/failures';
import { designChanges, IMAGE_KEYS, leavesIdsOpen } from '../../service/designChanges';
import { readDesign } from '../../service/design';
import type { Design } from '../../service/design';
import { checkExpertDesign } from '../../service/expertDesign';
import { fileIdOf, readyImage } from '../file/calls';
import type { OperationContext } from '../operation';
import { designInputs } from './inputs';

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

/** @throws {import('../../http/failures').ServiceFailure} `invalidInput` for what does not fit together */
export function checkDesign(input: DesignInputs): void {
  if (input.designJson) checkExpertDesign(input.designJson);
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

/**
 * The same against the design that is changed: fields that stay in it may have the IDs that others
 * are given.
 * @throws {import('../../http/failures').ServiceFailure} `invalidInput`, or why the template cannot be read
 */
export async function checkAgainstCurrent(
  context: OperationContext,
  input: DesignInputs,
  templateId: string,
): Promise<void> {
  designChanges(input, await currentDesign(context, input, templateId));
}

/**
 * Reads the images only to see whether they can be sent: they are not kept, there may be many.
 * @throws {import('../../http/failures').ServiceFailure} `invalidInput`
 */
export async function checkImages(input: DesignInputs): Promise<void> {
  await readyImages(input);
}

/**
 * Only read where an ID may have to be kept: made from a label, it could be another one than the
 * values of the field are kept under.
 */
async function currentDesign(
  { templates }: OperationContext,
  input: DesignInputs,
  templateId: string | undefined,
): Promise<Design | undefined> {
  if (templateId === undefined || !leavesIdsOpen(input)) return undefined;
  return await templates.get(templateId).then(readDesign, (thrown: unknown) => {
    if (!isFailure(thrown, 'missingScope')) throw thrown;
    throw thrown.retold({
      fix: `${thrown.fix} Or give every field its 'Field ID'; without it the template has to be read, so that no value is lost.`,
    });
  });
}

async function images(
  { client }: OperationContext,
  input: DesignInputs,
  templateId: string | undefined,
): Promise<Record<string, { fileId: string }>> {
  const ready = await readyImages(input);
  const slots = ready.map(async ([key, image]) => {
    const fileId = await fileIdOf(client, image, { purpose: `template_${key}`, templateId });
    return [key, { fileId }] as const;
  });
  // Where one is refused, the others come to their end first: nothing is under way once it is told.
  await Promise.allSettled(slots);
  return Object.fromEntries(await Promise.all(slots));
}

/** All of them are checked before the first is uploaded. */
async function readyImages(input: DesignInputs) {
  const slots = IMAGE_KEYS.map(async (key) => {
    const source = input[key];
    if (source === undefined) return [];
    return [[key, await readyImage(source, designInputs[key].label, key)] as const];
  });
  return (await Promise.all(slots)).flat();
}
